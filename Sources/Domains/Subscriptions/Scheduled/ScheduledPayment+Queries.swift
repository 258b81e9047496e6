import Balances
import Checkouts
import Customers
import Merchants
import Payments
import Postgres
import Vocabulary

extension ScheduledPayment {
    private static let selected = selected(from: "later_payments")

    private static func selected(from table: Query) -> Query {
        """
        SELECT l.merchant_id, l.later_payment_id, l.kind, l.state, l.checkout_id, l.clock_id,
            l.country, l.currency, l.label, l.amount, l.cancel_until, l.time_zone, l.balance_id,
            l.threshold, l.charge_id, l.heard, l.tries, l.declines, l.decline, l.failed_at, l.due_at,
            l.events, l.created_at, l.ended_at, \(SavedCard.columns)
        FROM \(table) l
        JOIN kept_cards k ON k.merchant_id = l.merchant_id AND k.card_id = l.card_id
        """
    }

    var insert: Query {
        """
        INSERT INTO later_payments (merchant_id, later_payment_id, kind, state, checkout_id,
            card_id, clock_id, country, currency, label, amount, cancel_until, time_zone,
            balance_id, threshold, due_at, events, created_at)
        VALUES (\(id.merchant), \(id.uuid), \(kind.rawValue), \(state.rawValue), \(checkout.uuid),
            \(card.id.uuid), \(clock?.uuid), \(country.code), \(amount.currency), \(label),
            \(amount.minorUnits), \(cancelUntil), \(timeZone?.text), \(balance?.uuid),
            \(threshold?.minorUnits), \(dueAt), \(Int64(events)), \(createdAt))
        """
    }

    var store: Query {
        """
        UPDATE later_payments SET state = \(state.rawValue), charge_id = \(charge?.uuid),
            heard = \(wasDebitedDuringReload), tries = \(Int64(tries)), declines = \(Int64(declines)), decline = \(decline),
            failed_at = \(failedAt), due_at = \(dueAt), events = \(Int64(events)),
            ended_at = \(endedAt)
        WHERE merchant_id = \(id.merchant) AND later_payment_id = \(id.uuid)
        """
    }

    static func find(_ id: ID) -> Query {
        """
        \(selected) WHERE l.merchant_id = \(id.merchant) AND l.later_payment_id = \(id.uuid)
        """
    }

    static func lock(_ id: ID) -> Query { "\(find(id)) FOR UPDATE OF l" }

    /// The later payments of a customer, newest first.
    static func page(of customer: Customer.ID, limit: Int) -> Query {
        """
        \(selected)
        JOIN checkouts c ON c.merchant_id = l.merchant_id AND c.checkout_id = l.checkout_id
        WHERE c.merchant_id = \(customer.merchant) AND c.customer_id = \(customer.uuid)
        ORDER BY l.later_payment_id DESC LIMIT \(Int64(limit))
        """
    }

    /// The unfinished later payments whose checkouts belong to a customer.
    static func unfinished(of customer: Customer.ID) -> Query {
        """
        SELECT l.later_payment_id FROM later_payments l
        JOIN checkouts c ON c.merchant_id = l.merchant_id AND c.checkout_id = l.checkout_id
        WHERE c.merchant_id = \(customer.merchant) AND c.customer_id = \(customer.uuid)
            AND l.ended_at IS NULL
        ORDER BY l.later_payment_id
        """
    }

    /// Locks the active reloads of a balance.
    static func lockReloads(_ balance: Balance.ID) -> Query {
        """
        \(selected) WHERE l.merchant_id = \(balance.merchant) AND l.balance_id = \(balance.uuid)
            AND l.state = 'active'
        ORDER BY l.later_payment_id FOR UPDATE OF l
        """
    }

    /// Locks the unfinished later payments that were agreed in a checkout, and the given one.
    static func lock(agreedIn checkout: CheckoutSession.ID, or payment: ID?) -> Query {
        """
        \(selected) WHERE l.merchant_id = \(checkout.merchant) AND l.ended_at IS NULL
            AND (l.checkout_id = \(checkout.uuid) OR l.later_payment_id = \(payment?.uuid))
        ORDER BY l.later_payment_id FOR UPDATE OF l
        """
    }

    /// Claims due later payments until the lease ends. Workers skip each other's locked rows.
    static func claim(
        _ scope: BillingScope, at now: Instant, leasedUntil: Instant, limit: Int
    ) -> Query {
        // All merchants: workers charge the later payments of every merchant; a clock belongs to
        // one merchant.
        """
        WITH found AS MATERIALIZED (
            SELECT l.merchant_id, l.later_payment_id FROM later_payments l
            WHERE l.due_at <= \(now) AND \(scope.condition("l"))
            ORDER BY l.due_at, l.later_payment_id LIMIT \(Int64(limit)) FOR UPDATE SKIP LOCKED),
        claimed AS (
            UPDATE later_payments l SET due_at = \(leasedUntil) FROM found f
            WHERE l.merchant_id = f.merchant_id AND l.later_payment_id = f.later_payment_id
            RETURNING l.*)
        SELECT merchant_id, later_payment_id FROM claimed
        """
    }

    package init(row: Row) throws {
        let merchant: MerchantNumber = try row.get("merchant_id")
        let kind: String = try row.get("kind")
        let state: String = try row.get("state")
        let currency: String = try row.get("currency")
        let country: String = try row.get("country")
        guard let kind = Kind(rawValue: kind), let state = State(rawValue: state),
            let currency = Currency(currency), let country = Country(country)
        else { throw StoredValueError(column: "kind") }
        let number = { (column: StaticString) in Int(try row.get(column, as: Int64.self)) }
        let identifier = { (column: StaticString) in try row.get(column, as: UUID128?.self) }
        self.init(
            id: ID(merchant: merchant, uuid: try row.get("later_payment_id")), kind: kind,
            state: state, checkout: .init(merchant: merchant, uuid: try row.get("checkout_id")),
            card: try SavedCard(row: row),
            clock: try identifier("clock_id").map { .init(merchant: merchant, uuid: $0) },
            country: country, label: try row.get("label"),
            amount: Money(minorUnits: try row.get("amount"), currency: currency),
            cancelUntil: try row.get("cancel_until"),
            timeZone: try row.get("time_zone", as: String?.self).flatMap(TimeZoneName.init),
            balance: try identifier("balance_id").map { .init(merchant: merchant, uuid: $0) },
            threshold: try row.get("threshold", as: Int64?.self).map {
                Money(minorUnits: $0, currency: currency)
            },
            charge: try identifier("charge_id").map { .init(merchant: merchant, uuid: $0) },
            wasDebitedDuringReload: try row.get("heard"), tries: try number("tries"),
            declines: try number("declines"),
            decline: try row.get("decline"), failedAt: try row.get("failed_at"),
            dueAt: try row.get("due_at"), events: try number("events"),
            createdAt: try row.get("created_at"), endedAt: try row.get("ended_at"))
    }
}

extension ScheduledPayment {
    /// Opens the checkout of a charge and stores it in the later payment's row, if none is stored
    /// there. Returns no row if another call was faster, or if the merchant's settings have
    /// changed.
    func open(_ opened: OpenCheckout.Outcome) -> Query {
        """
        WITH updated AS (
            UPDATE later_payments SET charge_id = \(opened.session.id.uuid)
            WHERE merchant_id = \(id.merchant) AND later_payment_id = \(id.uuid)
                AND charge_id IS NULL AND ended_at IS NULL
                AND EXISTS (SELECT FROM merchants m WHERE m.merchant_id = \(id.merchant)
                    AND m.settings_version = \(opened.session.settingsVersion))
            RETURNING true)
        \(opened.insertion(where: "EXISTS (SELECT FROM updated)"))
        """
    }
}

extension ScheduledPayment: PlainListable {
    /// The later payments of a merchant, newest first.
    package static func page(_ list: ListPage<ScheduledPayment>) -> Query {
        let filter = list.filter
        return """
            \(selected(from: scan(list)?.rows ?? "later_payments"))
            WHERE l.merchant_id = \(list.parent)
                AND l.later_payment_id < \(list.after?.uuid ?? .last)
                \(filter.state.map { "AND l.state = \($0.rawValue)" as Query } ?? "")
                \(filter.checkout.map { "AND l.checkout_id = \($0.uuid)" as Query } ?? "")
            ORDER BY l.later_payment_id DESC LIMIT \(Int64(list.limit))
            """
    }

    /// Nil for a list without a filter.
    package static func scan(_ list: ListPage<ScheduledPayment>) -> PageScan? {
        guard list.filter.state != nil || list.filter.checkout != nil else { return nil }
        return PageScan(
            "later_payments", "later_payment_id", order: "s.later_payment_id DESC",
            where: """
                s.merchant_id = \(list.parent) AND s.later_payment_id < \(list.after?.uuid ?? .last)
                """)
    }

    package static let mayScan = true

    /// The filter of a list of later payments.
    package struct Filter: Sendable {
        package var state: State?
        package var checkout: CheckoutSession.ID?

        package init() {}
    }
}
