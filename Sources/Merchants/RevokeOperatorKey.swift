import Postgres
import Vocabulary

/// Ends a key of the operator at once: no server keeps one in memory.
package struct RevokeOperatorKey: Sendable {
    package let key: OperatorKey.ID
    package let now: Instant

    package init(key: OperatorKey.ID, now: Instant) {
        self.key = key
        self.now = now
    }

    /// The key with the moment at which it was first revoked, or nothing when there is none.
    package func callAsFunction(on database: Database) async throws -> OperatorKey? {
        try await database.run(OperatorKey.revoke(key, at: now)).first.map(OperatorKey.init(row:))
    }
}
