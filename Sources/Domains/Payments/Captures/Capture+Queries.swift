import Balances
import Checkouts
import Merchants
import Postgres
import Vocabulary

extension Capture {
    private static let columns: Query = """
        merchant_id, capture_id, checkout_id, number, state, amount, currency, card, increment,
        attempt_id, hold_ids, hold_amounts, credit_ids, credit_amounts, items, is_last, failure,
        reference, started_at, leased_until, ended_at
        """

    private static let key: [TableColumn<Capture>] = [
        .key("merchant_id") { $0.id.merchant }, .key("capture_id") { $0.id.uuid },
    ]

    private static let changeable: [TableColumn<Capture>] = [
        TableColumn("state") { $0.state.rawValue }, TableColumn("failure") { $0.failure },
        TableColumn("credit_ids", as: "uuid[]") { ArrayLiteral($0.credits.uuids) },
        TableColumn("credit_amounts", as: "bigint[]") { ArrayLiteral($0.credits.map(\.amount)) },
        TableColumn("reference") { $0.reference },
        TableColumn("leased_until") { $0.leasedUntil }, TableColumn("ended_at") { $0.endedAt },
    ]

    /// All columns of a new capture.
    static let stored = TableColumns<Capture>(
        of: "captures",
        key + [
            TableColumn("checkout_id") { $0.checkout.uuid }, TableColumn("number") { $0.number },
            TableColumn("amount") { $0.amount.minorUnits },
            TableColumn("currency") { $0.amount.currency.code },
            TableColumn("card") { $0.card }, TableColumn("increment") { $0.increment },
            TableColumn("attempt_id") { $0.attempt?.uuid },
            TableColumn("hold_ids", as: "uuid[]") { ArrayLiteral($0.holds.uuids) },
            TableColumn("hold_amounts", as: "bigint[]") { ArrayLiteral($0.holds.map(\.amount)) },
            TableColumn("items") { ($0.items?.bytes).map(RawJSON.init) },
            TableColumn("is_last") { $0.isLast }, TableColumn("started_at") { $0.startedAt },
        ] + changeable)

    /// The outcome, or that it is unknown.
    static let changed = TableColumns<Capture>(of: "captures", key + changeable)

    var storeOutcome: Query { Capture.changed.update([self]) }

    package static func find(_ id: ID) -> Query {
        """
        SELECT \(columns) FROM captures
        WHERE merchant_id = \(id.merchant) AND capture_id = \(id.uuid)
        """
    }

    /// Locks the capture; `is_disputed` of the row is true if a dispute of its checkout is open.
    static func lock(_ id: ID) -> Query {
        """
        SELECT \(columns), EXISTS (
            SELECT FROM disputes d WHERE d.merchant_id = c.merchant_id
                AND d.checkout_id = c.checkout_id AND d.state = 'opened') AS is_disputed
        FROM captures c WHERE merchant_id = \(id.merchant) AND capture_id = \(id.uuid) FOR UPDATE
        """
    }

    /// Oldest first; the lock on the checkout prevents new ones.
    static func all(of checkout: CheckoutSession.ID) -> Query {
        """
        SELECT \(columns) FROM captures
        WHERE merchant_id = \(checkout.merchant) AND checkout_id = \(checkout.uuid)
        ORDER BY number
        """
    }

    /// Claims captures whose lease has ended; concurrent workers skip each other's rows.
    ///
    /// All merchants: a worker serves them all.
    package static func claimUnfinished(at now: Instant, limit: Int) -> Query {
        """
        UPDATE captures SET leased_until = \(now.adding(seconds: OperationLease.workerSeconds))
        WHERE (merchant_id, capture_id) IN (
            SELECT merchant_id, capture_id FROM captures
            WHERE leased_until <= \(now) AND state IN ('started', 'unknown')
            ORDER BY leased_until LIMIT \(Int64(limit)) FOR UPDATE SKIP LOCKED)
        RETURNING \(columns)
        """
    }

    /// Leases it for a repeated call once the previous lease has ended; returns no row if another
    /// caller has the lease.
    package func lease(at now: Instant, until end: Instant) -> Query {
        """
        UPDATE captures SET leased_until = \(end)
        WHERE merchant_id = \(id.merchant) AND capture_id = \(id.uuid)
            AND leased_until <= \(now) AND state IN ('started', 'unknown')
        RETURNING true
        """
    }

    package init(row: Row) throws {
        let merchant: MerchantNumber = try row.get("merchant_id")
        let state: String = try row.get("state")
        guard let state = State(rawValue: state) else { throw StoredValueError(column: "state") }
        let number: Int64 = try row.get("number")
        let attempt: UUID128? = try row.get("attempt_id")
        let items: [UInt8]? = try row.get("items")
        self.init(
            id: ID(merchant: merchant, uuid: try row.get("capture_id")),
            checkout: CheckoutSession.ID(merchant: merchant, uuid: try row.get("checkout_id")),
            number: Int(number), state: state, amount: try row.money("amount"),
            card: try row.get("card"), increment: try row.get("increment"),
            attempt: attempt.map { Attempt.ID(merchant: merchant, uuid: $0) },
            holds: try row.holdParts(merchant),
            credits: try row.balanceParts(merchant, "credit_ids", "credit_amounts"),
            items: try items.map([ItemQuantity].init(stored:)), isLast: try row.get("is_last"),
            failure: try row.get("failure"), reference: try row.get("reference"),
            startedAt: try row.get("started_at"), leasedUntil: try row.get("leased_until"),
            endedAt: try row.get("ended_at"))
    }
}
