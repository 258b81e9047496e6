import Postgres
import Vocabulary

/// Replaces the order's link. The old link is revoked, and its holders can no longer read or join
/// the order.
package struct RenewLink: Sendable {
    package let order: SharedOrder.ID
    package let now: Instant

    package init(_ order: SharedOrder.ID, now: Instant) {
        self.order = order
        self.now = now
    }

    package func callAsFunction(at desk: SharedOrderDesk) async throws {
        let generation = try await desk.change(order, participants: [], at: now) { held, _ in
            held.order.generation += 1
            held.touch()
            return held.order.generation
        }.value
        desk.remember(generation: generation, of: order, at: now)
    }
}
