import Postgres

extension Claim {
    /// Claims the key, or returns the state of an earlier claim.
    ///
    /// A second call waits here for the first to commit (at most the lock timeout), because both
    /// insert the same row.
    package func acquire(in transaction: Transaction) throws -> ClaimResult {
        let fresh = try transaction.run(insert())
        return fresh.isEmpty ? try find(in: transaction) : .fresh
    }

    /// Claims the key for work in the same transaction, whose caller stores the answer.
    ///
    /// - Returns: the answer to replay; nil if the key is fresh.
    package func acquireOrReplay(in transaction: Transaction) throws -> StoredAnswer? {
        let claimed = try acquire(in: transaction)
        guard claimed != .inFlight else { throw ClaimRefusal.inFlight }
        return try claimed.resolve()
    }

    /// Returns the state of the earlier claim of the key; `inFlight` if it was released.
    package func find(in transaction: Transaction) throws -> ClaimResult {
        try findClaim(in: transaction) ?? .inFlight
    }

    /// Returns nil if the key was never claimed.
    package func findClaim(in transaction: Transaction) throws -> ClaimResult? {
        let rows = try transaction.run(
            """
            SELECT fingerprint, status, answer FROM idempotency_keys
            WHERE merchant_id = \(merchant) AND scope = \(scope) AND key = \(key)
            """)
        guard let row = rows.first else { return nil }
        let claimed: [UInt8] = try row.get("fingerprint")
        guard claimed == fingerprint else { return .fingerprintMismatch }
        guard let status: Int64 = try row.get("status"), let body: [UInt8] = try row.get("answer")
        else { return .inFlight }
        return .replay(StoredAnswer(status: Int(status), body: body))
    }

    /// Inserts the claim; returns one row if the key is fresh, and no row if it was claimed before.
    ///
    /// - Parameter condition: a query of at most one row; the key is claimed only if it returns a
    ///   row.
    package func insert(answer: StoredAnswer? = nil, given condition: Query = "SELECT") -> Query {
        """
        \(NewClaim.stored.insert([NewClaim(self, answer: answer)]))
        CROSS JOIN (\(condition)) AS given ON CONFLICT DO NOTHING RETURNING true AS fresh
        """
    }

    /// Claims the key in a pipeline, without waiting for the result: a key that was claimed before
    /// violates the constraint `claimedOnce`.
    ///
    /// - Parameter subject: the object that the call creates, so that a repeated call finds and
    ///   completes it.
    package func insertOrFail(creating subject: RawUUID? = nil) -> Query {
        NewClaim.stored.insert([NewClaim(self, subject: subject)])
    }

    /// Finds the claims whose keys were used before; `caller` is the index of each.
    package static func findUsed(_ claims: [(caller: Int, claim: Claim)]) -> Query {
        """
        SELECT g.caller FROM unnest(\(claims.map { Int64($0.caller) }),
            \(claims.map(\.claim.merchant)), \(claims.map(\.claim.scope)),
            \(claims.map(\.claim.key))) AS g (caller, merchant, scope, key)
        JOIN idempotency_keys k ON k.merchant_id = g.merchant AND k.scope = g.scope
            AND k.key = g.key
        """
    }

    /// Returns the object that an earlier call with this key created; nil if it created no lasting
    /// one.
    package func subject<Name: Column>(in transaction: Transaction) throws -> Name? {
        try transaction.run(
            """
            SELECT subject FROM idempotency_keys
            WHERE merchant_id = \(merchant) AND scope = \(scope) AND key = \(key)
            """
        ).first?.get("subject")
    }

    /// The group commit of a single statement that contains the claim: it locks the key, and so
    /// waits for another call that claims it.
    package var groupCommit: GroupCommit { .locking(key) }

    package static let claimedOnce = "idempotency_keys_are_claimed_once"

    /// Stores the answer for replays.
    package func storeAnswer(_ answer: StoredAnswer) -> Query {
        ClaimAnswer.stored.update([ClaimAnswer(claim: self, answer: answer)])
    }

    /// Deletes all keys of these scopes with their answers.
    package static func delete(scopes: [String], of merchant: Int64) -> Query {
        """
        DELETE FROM idempotency_keys WHERE merchant_id = \(merchant) AND scope = ANY (\(scopes))
        """
    }

    /// Releases the key: a call whose answer is not stored (400, 401, 409, 429, 5xx) may be tried
    /// again.
    package func release() -> Query {
        """
        DELETE FROM idempotency_keys
        WHERE merchant_id = \(merchant) AND scope = \(scope) AND key = \(key) AND status IS NULL
        """
    }
}

/// The answer of a claimed key, for replays.
package struct ClaimAnswer: Sendable {
    package let claim: Claim
    package let answer: StoredAnswer

    package init(claim: Claim, answer: StoredAnswer) {
        self.claim = claim
        self.answer = answer
    }

    /// The columns that an answer changes; the key was claimed before.
    package static let stored = TableColumns<ClaimAnswer>(
        of: "idempotency_keys", NewClaim.key { $0.claim } + NewClaim.answer { $0.answer })
}

/// A claim as it is inserted.
package struct NewClaim: Sendable {
    private let claim: Claim
    /// The answer, if it is known already.
    private let answer: StoredAnswer?
    private let subject: RawUUID?

    package init(_ claim: Claim, answer: StoredAnswer? = nil, subject: RawUUID? = nil) {
        self.claim = claim
        self.answer = answer
        self.subject = subject
    }

    package static let stored = TableColumns<NewClaim>(
        of: "idempotency_keys",
        key { $0.claim } + [
            TableColumn("fingerprint") { RawBytes($0.claim.fingerprint) },
            TableColumn("created_at") { RawTimestamp(microseconds: $0.claim.at) },
            TableColumn("subject") { $0.subject },
        ] + answer { $0.answer })

    fileprivate static func key<Item>(
        _ claim: @escaping @Sendable (Item) -> Claim
    ) -> [TableColumn<Item>] {
        [
            .key("merchant_id") { claim($0).merchant }, .key("scope") { claim($0).scope },
            .key("key") { claim($0).key },
        ]
    }

    fileprivate static func answer<Item>(
        _ answer: @escaping @Sendable (Item) -> StoredAnswer?
    ) -> [TableColumn<Item>] {
        [
            TableColumn("status") { answer($0)?.status },
            TableColumn("answer") { (answer($0)?.body).map(RawBytes.init) },
        ]
    }
}

/// Keys expire after seven days.
package enum ClaimExpiry {
    package static let retentionSeconds: Int64 = 7 * 86_400

    /// Deletes a batch of expired keys; parallel workers skip each other's rows.
    ///
    /// All merchants: every key expires after the same time.
    package static func sweep(before microseconds: Int64, batch: Int) -> Query {
        """
        DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
            SELECT ctid FROM idempotency_keys
            WHERE created_at < \(Bind.timestamp(microseconds: microseconds))
            LIMIT \(Int64(batch)) FOR UPDATE SKIP LOCKED)) RETURNING true
        """
    }
}
