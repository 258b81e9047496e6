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

    package func callAsFunction(on service: SharedOrderService) async throws {
        let generation = try await service.change(order, participants: [], at: now) {
            aggregate, _ in
            aggregate.order.generation += 1
            aggregate.touch()
            return aggregate.order.generation
        }.value
        service.remember(generation: generation, of: order, at: now)
    }
}
