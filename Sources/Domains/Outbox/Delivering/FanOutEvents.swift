import Postgres
import Vocabulary

/// Creates a delivery for each new event and each endpoint that subscribes to it.
///
/// It reads the events of all merchants in stored order, up to the oldest open transaction, and
/// moves its cursor in the transaction that writes the deliveries. Of several workers, one reads
/// and the others skip the run.
package struct FanOutEvents: Sendable {
    package let now: Instant

    /// Events in one run: a few milliseconds of work, so that the cursor is never locked for long.
    package static let batch = 500

    package init(now: Instant) { self.now = now }

    /// Returns the number of events read; fewer than a batch when no more are waiting.
    package func callAsFunction(on database: Database) async throws -> Int {
        let rows = try await database.run(Delivery.fanOut(limit: FanOutEvents.batch, at: now))
        return try rows[0].get("events")
    }
}
