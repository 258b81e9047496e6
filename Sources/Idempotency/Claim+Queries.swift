import Postgres

extension Claim {
    /// Claims the key, or finds what it was claimed for.
    ///
    /// A second call waits here for the first to commit (at most the lock timeout), because its
    /// insert meets the first one's row.
    package func take(in transaction: Transaction) throws -> Claimed {
        let fresh = try transaction.run(insert())
        return fresh.isEmpty ? try find(in: transaction) : .fresh
    }

    /// What the key was claimed for by an earlier call.
    package func find(in transaction: Transaction) throws -> Claimed {
        try findClaim(in: transaction) ?? .inFlight
    }

    /// Nothing when nobody has claimed the key.
    package func findClaim(in transaction: Transaction) throws -> Claimed? {
        let rows = try transaction.run(
            """
            SELECT fingerprint, status, answer FROM idempotency_keys
            WHERE merchant_id = \(merchant) AND scope = \(scope) AND key = \(key)
            """)
        guard let row = rows.first else { return nil }
        let claimed: [UInt8] = try row.get("fingerprint")
        guard claimed == fingerprint else { return .otherInput }
        guard let status: Int64 = try row.get("status"), let body: [UInt8] = try row.get("answer")
        else { return .inFlight }
        return .replay(StoredAnswer(status: Int(status), body: body))
    }

    /// One row when the key is fresh, none when it was claimed before.
    ///
    /// - Parameter condition: a query of at most one row without which the key is not claimed.
    package func insert(answer: StoredAnswer? = nil, given condition: Query = "SELECT") -> Query {
        """
        INSERT INTO idempotency_keys
            (merchant_id, scope, key, fingerprint, status, answer, created_at)
        SELECT \(merchant), \(scope), \(key), \(fingerprint),
            \(answer.map { Int64($0.status) })::smallint, \(answer?.body)::bytea,
            \(Bind.timestamp(microseconds: at))
        FROM (\(condition)) AS given
        ON CONFLICT DO NOTHING RETURNING true AS fresh
        """
    }

    /// Claims the key in a pipeline, where nobody waits to see whether it was fresh: one that was
    /// claimed before is an error of the constraint `claimedOnce`.
    package var insertOrFail: Query { insertOrFail(beginning: nil as RawUUID?) }

    /// - Parameter subject: what the call begins, so that a repeated one finds it and takes it to its
    ///   end.
    package func insertOrFail(beginning subject: (some Bindable)?) -> Query {
        """
        INSERT INTO idempotency_keys (merchant_id, scope, key, fingerprint, created_at, subject)
        VALUES (\(merchant), \(scope), \(key), \(fingerprint),
            \(Bind.timestamp(microseconds: at)), \(subject))
        """
    }

    /// What an earlier call with this key began; nothing when it began nothing that lasts.
    package func subject<Name: Column>(in transaction: Transaction) throws -> Name? {
        try transaction.run(
            """
            SELECT subject FROM idempotency_keys
            WHERE merchant_id = \(merchant) AND scope = \(scope) AND key = \(key)
            """
        ).first?.get("subject")
    }

    /// How one statement that holds the claim shares its commit: it waits for who has the key.
    package var sharing: Sharing { .locking(key) }

    package static let claimedOnce = "idempotency_keys_are_claimed_once"

    /// Keeps the answer for replays.
    package func keep(_ answer: StoredAnswer) -> Query {
        """
        UPDATE idempotency_keys SET status = \(Int64(answer.status)), answer = \(answer.body)
        WHERE merchant_id = \(merchant) AND scope = \(scope) AND key = \(key)
        """
    }

    /// Deletes all keys of some scopes with their answers.
    package static func forget(scopes: [String], of merchant: Int64) -> Query {
        """
        DELETE FROM idempotency_keys WHERE merchant_id = \(merchant) AND scope = ANY (\(scopes))
        """
    }

    /// Gives the key back: what is not stored (400, 401, 409, 429, 5xx) may be tried again.
    package func release() -> Query {
        """
        DELETE FROM idempotency_keys
        WHERE merchant_id = \(merchant) AND scope = \(scope) AND key = \(key) AND status IS NULL
        """
    }
}

/// Keys leave after seven days.
package enum ClaimExpiry {
    package static let keptSeconds: Int64 = 7 * 86_400

    /// Deletes a batch of old keys. Several workers pass over each other's.
    ///
    /// All merchants: keys age alike, and leave in the order in which they came.
    package static func sweep(before microseconds: Int64, batch: Int) -> Query {
        """
        DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
            SELECT ctid FROM idempotency_keys
            WHERE created_at < \(Bind.timestamp(microseconds: microseconds))
            LIMIT \(Int64(batch)) FOR UPDATE SKIP LOCKED)) RETURNING true
        """
    }
}
