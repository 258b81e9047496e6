import Postgres
import Vocabulary

/// Forgets quotes that came to nothing. A worker calls it; what was applied, or shown in a sheet, stays with
/// the books.
package struct ForgetQuotes: Sendable {
    package let now: Instant

    package init(now: Instant) { self.now = now }

    /// As long as events are kept, in which a merchant may look for what happened.
    package static let keptSeconds: Int64 = 30 * 86_400
    package static let batch = 1_000

    /// How many were forgotten.
    package func callAsFunction(on database: Database) async throws -> Int {
        try await database.run(
            Quote.forget(expiredBefore: now.adding(seconds: -Self.keptSeconds), limit: Self.batch)
        ).count
    }
}
