import Postgres
import Vocabulary

/// Replaces a key with a new one; both work until the overlap ends.
package struct RotateKey: Verb {
    package let key: APIKey.ID
    package let overlapSeconds: Int64
    /// The scope of the caller.
    package let issuer: APIKey.Scope
    package let identifier: UUID128
    package let now: Instant

    package init(
        key: APIKey.ID, overlapSeconds: Int64, by issuer: APIKey.Scope, identifier: UUID128,
        now: Instant
    ) {
        self.key = key
        self.overlapSeconds = overlapSeconds
        self.issuer = issuer
        self.identifier = identifier
        self.now = now
    }

    package func callAsFunction(in transaction: Transaction) throws -> IssueKey.Outcome {
        let keys = try transaction.run(APIKey.lockAll(of: key.merchant)).map(APIKey.init(row:))
        guard let old = keys.first(where: { $0.id == key }), old.isActive(at: now) else {
            throw MerchantRefusal.keyNotFound
        }
        try old.requireChange(by: issuer)
        try transaction.enqueue(APIKey.expire(key, at: now.adding(seconds: overlapSeconds)))
        return try IssueKey(
            merchant: key.merchant, kind: old.kind, scope: old.scope, name: old.name,
            by: issuer, identifier: identifier, now: now)(in: transaction)
    }
}
