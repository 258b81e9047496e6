import Postgres
import Vocabulary

/// Forgets whom an order was of, a month after it ended: names, and how Messages called their devices.
package struct EraseSharedOrders: Sendable {
    private let now: Instant

    package init(now: Instant) { self.now = now }

    package static let batch = 500
    /// Long enough to ask who ordered what; no longer than that.
    package static let keptSeconds: Int64 = 30 * 86_400

    /// How many were erased.
    package func callAsFunction(on database: Database) async throws -> Int {
        let before = now.adding(seconds: -Self.keptSeconds)
        return try await database.run(
            SharedOrder.erase(before: before, limit: Self.batch)
        ).count
    }
}
