import Postgres
import Vocabulary

/// Erases the personal data of orders 30 days after their end: participants' names, Messages'
/// device identifiers, and the names of free items.
package struct EraseSharedOrders: Sendable {
    private let now: Instant

    package init(now: Instant) { self.now = now }

    package static let batch = 500
    /// Long enough to answer who ordered what, and no longer.
    package static let retentionSeconds: Int64 = 30 * 86_400

    /// - Returns: the number of erased orders.
    package func callAsFunction(on database: Database) async throws -> Int {
        let before = now.adding(seconds: -Self.retentionSeconds)
        return try await database.run(
            SharedOrder.erase(before: before, limit: Self.batch)
        ).count
    }
}
