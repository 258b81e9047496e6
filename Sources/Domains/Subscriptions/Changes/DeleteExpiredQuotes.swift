import Postgres
import Vocabulary

/// Deletes expired quotes. A worker calls it. Quotes that were applied, or that have a checkout,
/// remain for bookkeeping.
package struct DeleteExpiredQuotes: Sendable {
    package let now: Instant

    package init(now: Instant) { self.now = now }

    /// Equal to the retention of events, within which a merchant may look up an expired quote.
    package static let retentionSeconds: Int64 = 30 * 86_400
    package static let batch = 1_000

    /// - Returns: the number of deleted quotes.
    package func callAsFunction(on database: Database) async throws -> Int {
        try await database.run(
            Quote.delete(
                expiredBefore: now.adding(seconds: -Self.retentionSeconds), limit: Self.batch)
        ).count
    }
}
