import Outbox
import Postgres
import Vocabulary

/// The host opens the order for choices again; payments that were started are canceled or voided.
package struct UnlockSharedOrder: Sendable {
    package let order: SharedOrder.ID
    package let caller: Int
    package let checkouts: ShareCheckouts
    package let now: Instant

    package init(_ order: SharedOrder.ID, caller: Int, checkouts: ShareCheckouts, now: Instant) {
        self.order = order
        self.caller = caller
        self.checkouts = checkouts
        self.now = now
    }

    package func callAsFunction(on service: SharedOrderService) async throws {
        _ = try await service.change(order, participants: [caller], at: now) {
            aggregate, transaction in
            try aggregate.requireHost(caller)
            // A repeated call changes nothing.
            if aggregate.order.state == .open { return }
            guard aggregate.order.state == .locked else {
                throw SharedOrderRefusal.notOpen(aggregate.order.state)
            }
            try checkouts.close(aggregate.order, service, at: now, in: transaction)
            try aggregate.abandonRound(in: transaction)
        }
    }
}

extension SharedOrderAggregate {
    /// Abandons the round: no share of it can be paid any more.
    mutating func abandonRound(in transaction: Transaction) throws {
        try transaction.enqueue(ParticipantShare.release(order, at: now))
        reopen()
        try transaction.enqueue(makeEvent(.sharedOrderReopened).insert)
    }

    /// Reopens the order if its lock has expired.
    mutating func reopenIfLapsed(in transaction: Transaction) throws {
        guard order.hasLapsed(at: now) else { return }
        try abandonRound(in: transaction)
    }
}
