import Postgres
import Vocabulary

/// Revokes an operator key at once: servers do not cache operator keys.
package struct RevokeOperatorKey: Sendable {
    package let key: OperatorKey.ID
    package let now: Instant

    package init(key: OperatorKey.ID, now: Instant) {
        self.key = key
        self.now = now
    }

    /// - Returns: the key with the time of its first revocation, or nil if it does not exist.
    package func callAsFunction(on database: Database) async throws -> OperatorKey? {
        try await database.run(OperatorKey.revoke(key, at: now)).first.map(OperatorKey.init(row:))
    }
}
