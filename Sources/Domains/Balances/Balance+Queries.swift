import Merchants
import Postgres
import Vocabulary

extension Balance {
    private static let columns: Query = """
        b.merchant_id, b.balance_id, b.kind, b.currency, b.amount, b.held, b.code_hint,
        b.customer_id, b.reference, b.metadata, b.frozen_at, b.frozen_because, b.expires_at,
        b.expired_at, b.events, b.created_at, b.changed_at
        """

    static func find(_ id: ID) -> Query {
        """
        SELECT \(columns) FROM balances b
        WHERE b.merchant_id = \(id.merchant) AND b.balance_id = \(id.uuid)
        """
    }

    /// Locks a merchant's balances; omits unknown ones. Lock order: by identifier, so that two
    /// transactions that need the same balances do not deadlock.
    package static func lock(_ ids: some Collection<ID>, in transaction: Transaction) throws
        -> [Balance]
    {
        guard let merchant = ids.first?.merchant else { return [] }
        return try transaction.run(lockAll(ids, of: merchant)).map(Balance.init(row:))
    }

    static func lockAll(_ ids: some Collection<ID>, of merchant: MerchantNumber) -> Query {
        let uuids = Bind.uuids(ids.map { ($0.uuid.high, $0.uuid.low) })
        return """
            SELECT \(columns) FROM balances b
            WHERE b.merchant_id = \(merchant) AND b.balance_id = ANY (\(uuids))
            ORDER BY b.balance_id FOR NO KEY UPDATE
            """
    }

    /// Locks the balances of the active holds of several checkouts, which the caller has locked.
    package static func lock<Checkout>(of checkouts: [Identifier<Checkout>]) -> Query {
        """
        SELECT \(columns) FROM balances b
        WHERE (b.merchant_id, b.balance_id) IN (
            SELECT h.merchant_id, h.balance_id FROM \(Hold.given(checkouts))
            JOIN holds h ON h.merchant_id = g.merchant AND h.checkout_id = g.checkout
            WHERE h.state = 'active')
        ORDER BY b.merchant_id, b.balance_id FOR NO KEY UPDATE
        """
    }

    /// Reads one balance without a lock.
    package static func find(_ id: ID, in transaction: Transaction) throws -> Balance? {
        try transaction.run(find(id)).first.map(Balance.init(row:))
    }

    /// Finds the balance of a code, hashed with any of the derivation keys.
    static func find(_ hashes: [BalanceCode.Hash], of merchant: MerchantNumber) -> Query {
        """
        SELECT \(columns) FROM balances b
        WHERE b.merchant_id = \(merchant)
            AND b.code_hash IN (\(Query.joined(hashes.map { "\($0.mac)" }, separator: ", ")))
        """
    }

    /// Prevents other transactions from using the same code until this one ends.
    static func lockCode(_ hash: BalanceCode.Hash) -> Query {
        let number = hash.mac.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        return "SELECT pg_advisory_xact_lock(\(Int64(bitPattern: number)))"
    }

    /// Locks expired balances without an expiry event; parallel workers skip each other's rows.
    ///
    /// All merchants: every merchant's balances expire.
    static func lockExpired(at now: Instant, limit: Int) -> Query {
        """
        SELECT \(columns) FROM balances b
        WHERE b.expires_at <= \(now) AND b.expired_at IS NULL
        ORDER BY b.expires_at LIMIT \(Int64(limit)) FOR NO KEY UPDATE SKIP LOCKED
        """
    }

    func insert(_ hash: BalanceCode.Hash?) -> Query {
        """
        INSERT INTO balances (merchant_id, balance_id, kind, currency, code_hash, code_key,
            code_hint, customer_id, reference, metadata, expires_at, created_at, changed_at)
        VALUES (\(id.merchant), \(id.uuid), \(kind.rawValue), \(currency), \(hash?.mac),
            \(hash?.key), \(codeHint), \(customer), \(reference),
            \(metadata.map(Bind.json)), \(expiresAt), \(createdAt), \(changedAt))
        """
    }

    /// Stores the fields that a merchant may change; the row is locked.
    var storeTerms: Query {
        """
        UPDATE balances SET reference = \(reference), metadata = \(metadata.map(Bind.json)),
            expires_at = \(expiresAt), expired_at = \(expiredAt), changed_at = \(changedAt)
        WHERE merchant_id = \(id.merchant) AND balance_id = \(id.uuid)
        """
    }

    /// Stores the fields that a ledger changes; the row is locked.
    package static let changed = TableColumns<Balance>(
        of: "balances",
        [
            .key("merchant_id") { $0.id.merchant }, .key("balance_id") { $0.id.uuid },
            TableColumn("amount") { $0.amount.minorUnits }, TableColumn("held") { $0.held },
            TableColumn("frozen_at") { $0.frozenAt },
            TableColumn("frozen_because") { $0.frozen?.rawValue },
            TableColumn("expired_at") { $0.expiredAt }, TableColumn("events") { $0.events },
            TableColumn("changed_at") { $0.changedAt },
        ])
}

extension Balance: PlainListable {
    /// The balances of a merchant, newest first.
    package static func page(_ list: ListPage<Balance>) -> Query {
        """
        SELECT \(columns) FROM balances b
        WHERE b.merchant_id = \(list.parent) AND b.balance_id < \(list.after?.uuid ?? .last)
            \(list.filter.reference.map { "AND b.reference = \($0)" as Query } ?? "")
            \(list.filter.customer.map { "AND b.customer_id = \($0)" as Query } ?? "")
        ORDER BY b.balance_id DESC LIMIT \(Int64(list.limit))
        """
    }

    /// The filter of a list of balances.
    package struct Filter: Sendable {
        package var reference: String?
        package var customer: UUID128?

        package init(reference: String? = nil, customer: UUID128? = nil) {
            self.reference = reference
            self.customer = customer
        }
    }
}
