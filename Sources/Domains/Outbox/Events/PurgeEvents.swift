import Postgres
import Vocabulary

/// Deletes events that are past their retention, with their deliveries.
package struct PurgeEvents: Sendable {
    package let now: Instant

    /// Ten times as long as deliveries are attempted, so that a merchant can notice missing events
    /// and request them again.
    package static let retentionDays: Int64 = 30
    package static let batch = 1_000

    package init(now: Instant) { self.now = now }

    /// Returns the number of deleted events; fewer than a batch if some of the oldest must stay, or
    /// no more are left.
    package func callAsFunction(on database: Database) async throws -> Int {
        let before = now.adding(seconds: -PurgeEvents.retentionDays * 86_400)
        return try await database.transaction { transaction in
            let rows = try transaction.run(
                Event.pastRetention(before: before, limit: PurgeEvents.batch))
            let old = try rows.map { row in
                Event.ID(merchant: try row.get("merchant_id"), uuid: try row.get("event_id"))
            }
            guard !old.isEmpty else { return 0 }
            try transaction.enqueue(DeliveryAttempt.delete(of: old))
            try transaction.enqueue(Delivery.delete(of: old))
            try transaction.enqueue(Event.delete(old))
            return old.count
        }
    }
}
