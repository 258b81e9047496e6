import Merchants
import Postgres
import Vocabulary

extension ListedCheckout: PlainListable {
    /// The checkouts of a merchant, newest first: identifiers sort by time.
    package static func page(_ list: ListPage<ListedCheckout>) -> Query {
        let filter = list.filter
        return """
            SELECT \(CheckoutSession.columns), \(Attempt.joinedColumns)
            FROM \(scan(list)?.rows ?? "checkouts") c \(CheckoutSession.lastAttempt)
            WHERE \(range(list, as: "c"))
                \(filter.reference.map { "AND c.reference = \($0)" as Query } ?? "")
                \(filter.customer.map { "AND c.customer_id = \($0.uuid)" as Query } ?? "")
                \(filter.state.map { condition($0, at: filter.now) } ?? "")
                \(filter.lastFour.map { paid(with: $0, list) } ?? "")
                \(filter.isTried ? "AND (c.attempts > 0 OR c.authorized > 0)" as Query : "")
            ORDER BY c.checkout_id DESC LIMIT \(Int64(list.limit))
            """
    }

    package static func scan(_ list: ListPage<ListedCheckout>) -> PageScan? {
        let filter = list.filter
        guard filter.state != nil || filter.isTried, filter.reference == nil,
            filter.customer == nil, filter.lastFour == nil
        else { return nil }
        return PageScan(
            "checkouts", "checkout_id", order: "s.checkout_id DESC", where: range(list, as: "s"))
    }

    package static let mayScan = true

    private static func range(_ list: ListPage<ListedCheckout>, as alias: Query) -> Query {
        """
        \(alias).merchant_id = \(list.parent)
            AND \(alias).checkout_id < \(list.after?.uuid ?? UUID128.last)
            AND \(alias).checkout_id
                >= \(list.filter.createdAfter.map(UUID128.first(at:)) ?? UUID128.zero)
            AND \(alias).checkout_id
                < \(list.filter.createdBefore.map(UUID128.first(at:)) ?? UUID128.last)
        """
    }

    /// Finds checkouts with an approved attempt by a card of these digits. It scans recent
    /// attempts, because an index of the digits would slow each payment for a rare query.
    private static func paid(
        with lastFour: String, _ list: ListPage<ListedCheckout>
    ) -> Query {
        let since =
            list.filter.createdAfter
            ?? list.filter.now.adding(seconds: -Filter.lastFourSeconds)
        return """
            AND c.checkout_id IN (SELECT checkout_id FROM attempts
                WHERE merchant_id = \(list.parent) AND attempt_id >= \(UUID128.first(at: since))
                    AND last_four = \(lastFour))
            """
    }

    /// Open and expired differ only by the time, so no row changes when a checkout expires.
    private static func condition(_ state: CheckoutSession.State, at now: Instant) -> Query {
        switch state {
        case .open: "AND c.state = 'open' AND c.expires_at > \(now)"
        case .expired:
            "AND (c.state = 'expired' OR c.state = 'open' AND c.expires_at <= \(now))"
        case .authorizing, .authorized, .captured, .refunded, .canceled, .failed:
            "AND c.state = \(state.rawValue)"
        }
    }

    package init(row: Row) throws {
        self.init(session: try CheckoutSession(row: row), attempt: try Attempt(joined: row))
    }
}
