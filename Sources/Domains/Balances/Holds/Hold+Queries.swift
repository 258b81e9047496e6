import Merchants
import Postgres
import Vocabulary

extension Hold {
    private static let columns: Query = """
        h.merchant_id, h.hold_id, h.balance_id, h.currency, h.state, h.amount, h.capturing,
        h.captured, h.refunding, h.refunded, h.checkout_id, h.position, h.reference, h.expires_at,
        h.created_at, h.ended_at
        """

    /// Locks one hold.
    package static func lock(_ id: ID, in transaction: Transaction) throws -> Hold? {
        try transaction.run(
            """
            SELECT \(columns) FROM holds h
            WHERE h.merchant_id = \(id.merchant) AND h.hold_id = \(id.uuid) FOR NO KEY UPDATE
            """
        ).first.map(Hold.init(row:))
    }

    /// Locks a checkout's active and captured holds, in the order in which they were attached.
    ///
    /// The caller has locked the checkout, so no other transaction adds a hold or locks them in
    /// another order. Released and expired holds pay nothing and are left out.
    package static func lock(
        of checkout: UUID128, merchant: MerchantNumber, in transaction: Transaction
    ) throws -> [Hold] {
        try transaction.run(of(checkout, merchant: merchant, locked: true)).map(Hold.init(row:))
    }

    /// Locks the holds of several checkouts, which the caller has locked; in the order of the
    /// checkouts' identifiers.
    package static func lock<Checkout>(of checkouts: [Identifier<Checkout>]) -> Query {
        """
        SELECT \(columns) FROM \(given(checkouts))
        JOIN holds h ON h.merchant_id = g.merchant AND h.checkout_id = g.checkout
        WHERE h.state IN ('active', 'captured')
        ORDER BY h.merchant_id, h.checkout_id, h.position FOR NO KEY UPDATE OF h
        """
    }

    /// The checkouts as rows `g (merchant, checkout)`.
    static func given<Checkout>(_ checkouts: [Identifier<Checkout>]) -> Query {
        """
        unnest(\(checkouts.map(\.merchant.value)),
            \(Bind.uuids(checkouts.map { ($0.uuid.high, $0.uuid.low) }))) AS g (merchant, checkout)
        """
    }

    /// Reads the same holds without a lock, for display.
    package static func find(
        of checkout: UUID128, merchant: MerchantNumber, in transaction: Transaction
    ) throws -> [Hold] {
        try transaction.run(of(checkout, merchant: merchant, locked: false)).map(Hold.init(row:))
    }

    static func of(_ checkout: UUID128, merchant: MerchantNumber, locked: Bool) -> Query {
        """
        SELECT \(columns) FROM holds h
        WHERE h.merchant_id = \(merchant) AND h.checkout_id = \(checkout)
            AND h.state IN ('active', 'captured')
        ORDER BY h.position \(locked ? "FOR NO KEY UPDATE" as Query : "")
        """
    }

    /// Locks expired holds; parallel workers skip each other's rows.
    ///
    /// All merchants: every expired hold must free its money.
    static func lockExpired(at now: Instant, limit: Int) -> Query {
        """
        SELECT \(columns) FROM holds h
        WHERE h.expires_at <= \(now) AND h.state = 'active' AND h.capturing = 0
        ORDER BY h.expires_at LIMIT \(Int64(limit)) FOR NO KEY UPDATE SKIP LOCKED
        """
    }

    private static let key: [TableColumn<Hold>] = [
        .key("merchant_id") { $0.id.merchant }, .key("hold_id") { $0.id.uuid },
    ]

    private static let changeable: [TableColumn<Hold>] = [
        TableColumn("state") { $0.state.rawValue },
        TableColumn("amount") { $0.amount.minorUnits }, TableColumn("capturing") { $0.capturing },
        TableColumn("captured") { $0.captured }, TableColumn("refunding") { $0.refunding },
        TableColumn("refunded") { $0.refunded }, TableColumn("expires_at") { $0.expiresAt },
        TableColumn("ended_at") { $0.endedAt },
    ]

    /// All columns of a new hold.
    package static let stored = TableColumns<Hold>(
        of: "holds",
        key + [
            TableColumn("balance_id") { $0.balance.uuid },
            TableColumn("currency") { $0.amount.currency.code },
            TableColumn("checkout_id") { $0.owner?.checkout },
            TableColumn("position") { $0.owner?.position },
            TableColumn("reference") { $0.reference }, TableColumn("created_at") { $0.createdAt },
        ] + changeable)

    /// The columns that change; the row is locked.
    package static let changed = TableColumns<Hold>(of: "holds", key + changeable)

    package init(row: Row) throws {
        let merchant: MerchantNumber = try row.get("merchant_id")
        let code: String = try row.get("currency")
        guard let currency = Currency(code) else { throw StoredValueError(column: "currency") }
        let state: String = try row.get("state")
        guard let state = State(rawValue: state) else { throw StoredValueError(column: "state") }
        let checkout: UUID128? = try row.get("checkout_id")
        let position: Int64? = try row.get("position")
        var owner: Owner?
        if let checkout, let position {
            owner = Owner(checkout: checkout, position: Int(position))
        }
        self.init(
            id: ID(merchant: merchant, uuid: try row.get("hold_id")),
            balance: Balance.ID(merchant: merchant, uuid: try row.get("balance_id")),
            amount: Money(minorUnits: try row.get("amount"), currency: currency), owner: owner,
            expiresAt: try row.get("expires_at"), reference: try row.get("reference"),
            createdAt: try row.get("created_at"))
        self.state = state
        capturing = try row.get("capturing")
        captured = try row.get("captured")
        refunding = try row.get("refunding")
        refunded = try row.get("refunded")
        endedAt = try row.get("ended_at")
    }
}

extension Hold: PlainListable {
    package typealias Parent = Balance.ID

    package static func prepare(
        _ list: ListPage<Hold>, on database: Database
    ) async throws -> ListPage<Hold> {
        _ = try await FindBalance(balance: list.parent)(on: database)
        return list
    }

    /// The active holds of a balance, newest first.
    package static func page(_ list: ListPage<Hold>) -> Query {
        """
        SELECT \(columns) FROM holds h
        WHERE h.merchant_id = \(list.parent.merchant) AND h.balance_id = \(list.parent.uuid)
            AND h.state = 'active' AND h.hold_id < \(list.after?.uuid ?? .last)
        ORDER BY h.hold_id DESC LIMIT \(Int64(list.limit))
        """
    }
}
