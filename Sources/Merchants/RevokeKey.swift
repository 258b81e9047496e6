import Postgres
import Vocabulary

/// Ends a key at once. The last secret key that may write stays: nobody could make another.
package struct RevokeKey: Sendable {
    package let key: APIKey.ID
    package let now: Instant

    package init(key: APIKey.ID, now: Instant) {
        self.key = key
        self.now = now
    }

    package func callAsFunction(in transaction: Transaction) throws -> APIKey {
        let keys = try transaction.run(APIKey.lockAll(of: key.merchant)).map(APIKey.init(row:))
        guard let old = keys.first(where: { $0.id == key }) else {
            throw MerchantRefusal.keyNotFound
        }
        guard old.revokedAt == nil else { return old }
        let others = keys.filter {
            $0.id != key && $0.kind == .secret && $0.scope == .write && $0.expiresAt == nil
                && $0.works(at: now)
        }
        if old.kind == .secret, old.scope == .write, others.isEmpty {
            throw MerchantRefusal.lastWriteKey
        }
        try transaction.later(APIKey.revoke(key, at: now))
        return APIKey(
            id: old.id, kind: old.kind, scope: old.scope, hint: old.hint,
            createdAt: old.createdAt, expiresAt: old.expiresAt, revokedAt: now)
    }
}

/// Puts a new key in the place of an old one; both work until the overlap ends.
package struct RotateKey: Sendable {
    package let key: APIKey.ID
    package let overlapSeconds: Int64
    package let identifier: UUID128
    package let now: Instant

    package init(key: APIKey.ID, overlapSeconds: Int64, identifier: UUID128, now: Instant) {
        self.key = key
        self.overlapSeconds = overlapSeconds
        self.identifier = identifier
        self.now = now
    }

    package func callAsFunction(in transaction: Transaction) throws -> IssueKey.Outcome {
        let keys = try transaction.run(APIKey.lockAll(of: key.merchant)).map(APIKey.init(row:))
        guard let old = keys.first(where: { $0.id == key }), old.works(at: now) else {
            throw MerchantRefusal.keyNotFound
        }
        try transaction.later(APIKey.expire(key, at: now.adding(seconds: overlapSeconds)))
        return try IssueKey(
            merchant: key.merchant, kind: old.kind, scope: old.scope, expiresAt: nil,
            identifier: identifier, now: now)(in: transaction)
    }
}

/// The keys of a merchant, oldest first; ended ones too.
package struct ListKeys: Sendable {
    package let merchant: MerchantNumber

    package init(merchant: MerchantNumber) { self.merchant = merchant }

    package func callAsFunction(in transaction: Transaction) throws -> [APIKey] {
        try transaction.run(APIKey.all(of: merchant)).map(APIKey.init(row:))
    }
}
