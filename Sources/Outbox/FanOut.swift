import Postgres
import Vocabulary

/// Writes what is to be delivered: one row for each new event and endpoint that wants it.
///
/// It reads all merchants' events in the order in which they were kept, up to the oldest open
/// transaction, and notes how far it came in the transaction that writes the deliveries. Of several
/// workers one reads and the others pass.
package struct FanOut: Sendable {
    package let now: Instant

    /// Events of one run: a few milliseconds of work, so that the cursor is never held for long.
    package static let batch = 500

    package init(now: Instant) { self.now = now }

    /// How many events were read; fewer than a batch when there are no more.
    package func callAsFunction(on database: Database) async throws -> Int {
        let rows = try await database.run(Delivery.fanOut(limit: FanOut.batch, at: now))
        return try rows[0].get("events")
    }
}
