import Merchants
import Postgres
import Vocabulary

extension TimelineEntry {
    package static let stored = TableColumns<TimelineEntry>(
        of: "timeline",
        [
            .key("merchant_id") { $0.checkout.merchant }, .key("checkout_id") { $0.checkout.uuid },
            .key("entry_id") { $0.entry }, TableColumn("kind") { $0.kind.rawValue },
            TableColumn("at") { $0.at }, TableColumn("request_id") { $0.requestID },
            TableColumn("version") { $0.version }, TableColumn("total") { $0.total },
            TableColumn("state") { $0.state.rawValue },
            TableColumn("errors", as: "text[]") {
                $0.errors.isEmpty ? nil : ArrayLiteral($0.errors)
            },
            TableColumn("question") { $0.input.map(RawBytes.init) },
        ])

    package var insert: Query { TimelineEntry.stored.insert([self]) }

    /// Reads a page of a checkout's entries, ordered by version and then by identifier: the
    /// identifiers of concurrent updates are made before the row lock decides the order of the
    /// updates. A checkout without entries returns one row with a null entry.
    static func page(of checkout: CheckoutSession.ID, after entry: UUID128, limit: Int) -> Query {
        """
        SELECT c.currency, c.data_key, t.entry_id, t.kind, t.at, t.request_id, t.version, t.total,
            t.state, t.errors, t.question
        FROM checkouts c LEFT JOIN LATERAL (
            SELECT * FROM timeline
            WHERE merchant_id = c.merchant_id AND checkout_id = c.checkout_id
                AND (version, entry_id) > (coalesce((SELECT version FROM timeline
                    WHERE merchant_id = \(checkout.merchant) AND checkout_id = \(checkout.uuid)
                        AND entry_id = \(entry)), 0), \(entry))
            ORDER BY version, entry_id LIMIT \(Int64(limit))) t ON true
        WHERE c.merchant_id = \(checkout.merchant) AND c.checkout_id = \(checkout.uuid)
        ORDER BY t.version, t.entry_id
        """
    }

    /// Reads, for each of several checkouts of a merchant, the newest entries with an input, oldest
    /// first.
    package static func newestWithInput(
        of checkouts: [CheckoutSession.ID], of merchant: MerchantNumber, limit: Int
    )
        -> Query
    {
        """
        SELECT t.* FROM unnest(\(Bind.uuids(checkouts.map { ($0.uuid.high, $0.uuid.low) }))) AS g (checkout)
        CROSS JOIN LATERAL (
            SELECT * FROM timeline
            WHERE merchant_id = \(merchant) AND checkout_id = g.checkout AND question IS NOT NULL
            ORDER BY entry_id DESC LIMIT \(Int64(limit))) t
        ORDER BY t.version, t.entry_id
        """
    }

    package init(row: Row, of checkout: CheckoutSession.ID) throws {
        let kind: String = try row.get("kind")
        let state: String = try row.get("state")
        let version: Int64 = try row.get("version")
        let errors: [String]? = try row.get("errors")
        guard let kind = Kind(rawValue: kind) else { throw StoredValueError(column: "kind") }
        guard let state = CheckoutSession.State(rawValue: state) else {
            throw StoredValueError(column: "state")
        }
        self.init(
            checkout: checkout, entry: try row.get("entry_id"), kind: kind,
            at: try row.get("at"), requestID: try row.get("request_id"), version: Int(version),
            total: try row.get("total"), state: state, errors: errors ?? [],
            input: try row.get("question"))
    }
}
