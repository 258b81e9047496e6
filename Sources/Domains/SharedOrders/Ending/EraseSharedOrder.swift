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

    package func callAsFunction(at desk: SharedOrderDesk) async throws {
        _ = try await desk.change(order, participants: [], at: now) { held, transaction in
            let state = held.order.state(at: held.now)
            guard state.hasEnded else { throw SharedOrderRefusal.notOpen(state) }
            guard held.order.dataKey != nil else { return }
            try transaction.later(SharedOrder.forgetPeople(of: order))
            // The kept answer of a join call could confirm a guess at the name in that call, so it
            // is deleted.
            let scopes = (0...held.order.participants).map { SharedOrder.claimScope(order, $0) }
            try transaction.later(Claim.forget(scopes: scopes, of: order.merchant.value))
            held.order.dataKey = nil
            held.touch()
        }
    }
}
