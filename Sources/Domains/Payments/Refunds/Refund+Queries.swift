import Balances
import Checkouts
import Merchants
import Postgres
import Vocabulary

extension Refund {
    private static let columns: Query = """
        merchant_id, refund_id, checkout_id, number, state, amount, currency, card, attempt_id,
        hold_ids, hold_amounts, credit_balance, credit, debit_ids, debit_amounts, items, reason,
        failure, reference, started_at, leased_until, ended_at
        """

    private static let key: [TableColumn<Refund>] = [
        .key("merchant_id") { $0.id.merchant }, .key("refund_id") { $0.id.uuid },
    ]

    private static let changeable: [TableColumn<Refund>] = [
        TableColumn("state") { $0.state.rawValue }, TableColumn("failure") { $0.failure },
        TableColumn("reference") { $0.reference },
        TableColumn("leased_until") { $0.leasedUntil }, TableColumn("ended_at") { $0.endedAt },
    ]

    /// All columns of a new refund, which `PaymentWrite` inserts.
    static let stored = TableColumns<Refund>(
        of: "refunds",
        key + [
            TableColumn("checkout_id") { $0.checkout.uuid }, TableColumn("number") { $0.number },
            TableColumn("amount") { $0.amount.minorUnits },
            TableColumn("currency") { $0.amount.currency.code },
            TableColumn("card") { $0.card }, TableColumn("attempt_id") { $0.attempt?.uuid },
            TableColumn("hold_ids", as: "uuid[]") { ArrayLiteral($0.holds.uuids) },
            TableColumn("hold_amounts", as: "bigint[]") { ArrayLiteral($0.holds.map(\.amount)) },
            TableColumn("credit_balance") { $0.credit?.balance.uuid },
            TableColumn("credit") { $0.credit?.amount ?? 0 },
            TableColumn("debit_ids", as: "uuid[]") { ArrayLiteral($0.debits.uuids) },
            TableColumn("debit_amounts", as: "bigint[]") { ArrayLiteral($0.debits.map(\.amount)) },
            TableColumn("items") { ($0.items?.bytes).map(RawJSON.init) },
            TableColumn("reason") { $0.reason }, TableColumn("started_at") { $0.startedAt },
        ] + changeable)

    /// The outcome, or the progress.
    static let changed = TableColumns<Refund>(of: "refunds", key + changeable)

    var storeOutcome: Query { Refund.changed.update([self]) }

    package static func find(_ id: ID) -> Query {
        """
        SELECT \(columns) FROM refunds
        WHERE merchant_id = \(id.merchant) AND refund_id = \(id.uuid)
        """
    }

    static func lock(_ id: ID) -> Query { "\(find(id)) FOR UPDATE" }

    /// Oldest first; the lock on the checkout prevents new ones.
    static func all(of checkout: CheckoutSession.ID) -> Query {
        """
        SELECT \(columns) FROM refunds
        WHERE merchant_id = \(checkout.merchant) AND checkout_id = \(checkout.uuid)
        ORDER BY number
        """
    }

    /// Claims refunds whose lease has ended; concurrent workers skip each other's rows.
    ///
    /// All merchants: a worker serves them all.
    package static func claimUnfinished(at now: Instant, limit: Int) -> Query {
        """
        UPDATE refunds SET leased_until = \(now.adding(seconds: OperationLease.workerSeconds))
        WHERE (merchant_id, refund_id) IN (
            SELECT merchant_id, refund_id FROM refunds
            WHERE leased_until <= \(now) AND state IN ('started', 'unknown', 'pending')
            ORDER BY leased_until LIMIT \(Int64(limit)) FOR UPDATE SKIP LOCKED)
        RETURNING \(columns)
        """
    }

    /// Leases it for a repeated call once the previous lease has ended; returns no row if another
    /// caller has the lease.
    package func lease(at now: Instant, until end: Instant) -> Query {
        """
        UPDATE refunds SET leased_until = \(end)
        WHERE merchant_id = \(id.merchant) AND refund_id = \(id.uuid)
            AND leased_until <= \(now) AND state IN ('started', 'unknown', 'pending')
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
        let balance: UUID128? = try row.get("credit_balance")
        let credit: Int64 = try row.get("credit")
        self.init(
            id: ID(merchant: merchant, uuid: try row.get("refund_id")),
            checkout: CheckoutSession.ID(merchant: merchant, uuid: try row.get("checkout_id")),
            number: Int(number), state: state, amount: try row.money("amount"),
            card: try row.get("card"),
            attempt: attempt.map { Attempt.ID(merchant: merchant, uuid: $0) },
            holds: try row.holdParts(merchant),
            credit: balance.map {
                BalancePart(balance: Balance.ID(merchant: merchant, uuid: $0), amount: credit)
            },
            debits: try row.balanceParts(merchant, "debit_ids", "debit_amounts"),
            items: try items.map([ItemQuantity].init(stored:)), reason: try row.get("reason"),
            failure: try row.get("failure"), reference: try row.get("reference"),
            startedAt: try row.get("started_at"), leasedUntil: try row.get("leased_until"),
            endedAt: try row.get("ended_at"))
    }
}

extension Refund: PlainListable {
    package typealias Parent = CheckoutSession.ID

    package static func prepare(
        _ list: ListPage<Refund>, on database: Database
    ) async throws -> ListPage<Refund> {
        let rows = try await database.run(
            CheckoutSession.find(list.parent), groupCommit: .reading)
        guard !rows.isEmpty else { throw CheckoutRefusal.notFound }
        return list
    }

    /// The refunds of a checkout, newest first.
    package static func page(_ list: ListPage<Refund>) -> Query {
        """
        SELECT \(columns) FROM refunds
        WHERE merchant_id = \(list.parent.merchant) AND checkout_id = \(list.parent.uuid)
            AND number < coalesce((SELECT number FROM refunds
                WHERE merchant_id = \(list.parent.merchant)
                    AND refund_id = \(list.after?.uuid)), 2147483647)
        ORDER BY number DESC LIMIT \(Int64(list.limit))
        """
    }
}
