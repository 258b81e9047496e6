import Idempotency
import Postgres
import Vocabulary

/// Erases the personal data of an ended order at its merchant's request.
package struct EraseSharedOrder: Sendable {
    package let order: SharedOrder.ID
    package let now: Instant

    package init(_ order: SharedOrder.ID, now: Instant) {
        self.order = order
        self.now = now
    }

    package func callAsFunction(on service: SharedOrderService) async throws {
        _ = try await service.change(order, participants: [], at: now) { aggregate, transaction in
            let state = aggregate.order.state(at: aggregate.now)
            guard state.hasEnded else { throw SharedOrderRefusal.notOpen(state) }
            guard aggregate.order.dataKey != nil else { return }
            try transaction.enqueue(SharedOrder.erasePeople(of: order))
            // The stored fingerprint of a join call could confirm a guess at the name in that call,
            // so it is deleted.
            let scopes = (0...aggregate.order.participants).map {
                SharedOrder.claimScope(order, $0)
            }
            try transaction.enqueue(Claim.delete(scopes: scopes, of: order.merchant.value))
            aggregate.order.dataKey = nil
            aggregate.touch()
        }
    }
}
