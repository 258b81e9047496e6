import Merchants
import Postgres
import Vocabulary

/// Destroys the data keys of checkouts that came to nothing: what their buyers typed is unreadable
/// from then on. A worker calls it.
package struct ForgetAbandoned: Sendable {
    package let now: Instant

    package init(now: Instant) { self.now = now }

    package static let keptSeconds: Int64 = 30 * 86_400
    package static let batch = 500

    /// How many checkouts were forgotten.
    package func callAsFunction(on database: Database) async throws -> Int {
        try await database.run(
            Remains.forget(createdBefore: now.adding(seconds: -Self.keptSeconds), limit: Self.batch)
        ).count
    }
}
