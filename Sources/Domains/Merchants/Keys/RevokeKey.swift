import Postgres
import Vocabulary

/// Revokes a key at once. Refuses a secret key with the write scope unless another one works and
/// never expires: no key could create another.
package struct RevokeKey: Verb {
    package let key: APIKey.ID
    /// The scope of the caller.
    package let issuer: APIKey.Scope
    package let now: Instant

    package init(key: APIKey.ID, by issuer: APIKey.Scope, now: Instant) {
        self.key = key
        self.issuer = issuer
        self.now = now
    }

    package func callAsFunction(in transaction: Transaction) throws -> APIKey {
        let keys = try transaction.run(APIKey.lockAll(of: key.merchant)).map(APIKey.init(row:))
        guard let old = keys.first(where: { $0.id == key }) else {
            throw MerchantRefusal.keyNotFound
        }
        try old.requireChange(by: issuer)
        guard old.revokedAt == nil else { return old }
        let others = keys.filter {
            $0.id != key && $0.kind == .secret && $0.scope == .write && $0.expiresAt == nil
                && $0.isActive(at: now)
        }
        if old.kind == .secret, old.scope == .write, others.isEmpty {
            throw MerchantRefusal.lastWriteKey
        }
        try transaction.enqueue(APIKey.revoke(key, at: now))
        var revoked = old
        revoked.revokedAt = now
        return revoked
    }
}
