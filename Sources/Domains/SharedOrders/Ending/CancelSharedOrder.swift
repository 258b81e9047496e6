import Outbox
import Postgres
import Vocabulary

/// Cancels an unpaid order, for its host or for the merchant's server.
package struct CancelSharedOrder: Sendable {
    package let order: SharedOrder.ID
    /// Nil if the merchant's server asks.
    package let caller: Int?
    package let checkouts: ShareCheckouts
    package let now: Instant

    package init(_ order: SharedOrder.ID, caller: Int?, checkouts: ShareCheckouts, now: Instant) {
        self.order = order
        self.caller = caller
        self.checkouts = checkouts
        self.now = now
    }

    package func callAsFunction(on service: SharedOrderService) async throws {
        _ = try await service.change(order, participants: caller.map { [$0] } ?? [], at: now) {
            aggregate, transaction in
            if let caller {
                try aggregate.requireHost(caller)
            }
            switch aggregate.order.state(at: now) {
            case .canceled: return
            case .open, .locked: break
            case .paid, .expired:
                throw SharedOrderRefusal.notOpen(aggregate.order.state(at: now))
            }
            if aggregate.order.state == .locked {
                try checkouts.close(aggregate.order, service, at: now, in: transaction)
                try transaction.enqueue(ParticipantShare.release(aggregate.order, at: now))
            }
            aggregate.order.state = .canceled
            aggregate.order.endedAt = now
            aggregate.order.payBy = nil
            aggregate.touch()
            try transaction.enqueue(aggregate.makeEvent(.sharedOrderCanceled).insert)
        }
    }
}
