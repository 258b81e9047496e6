import Checkouts
import Crypto
import Merchants
import Postgres
import Vocabulary

/// The host takes over all unpaid shares, as one share of their own.
package struct TakeOverUnpaidShares: Sendable {
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
            guard aggregate.order.state == .locked, aggregate.order.payers == .each else {
                throw SharedOrderRefusal.notLocked
            }
            let shares = try transaction.run(
                ParticipantShare.all(of: order, round: aggregate.order.round)
            )
            .map(ParticipantShare.init(row:))
            // Includes a share that took over others before and is still unpaid.
            let left = shares.filter { $0.state == .due }
            // A repeated call changes nothing.
            guard left.contains(where: { !$0.coversUnpaidShares }) else { return }
            for var share in left.inOrderOfCheckouts {
                if let checkout = share.checkoutID {
                    try cancel(checkout, service, in: transaction)
                }
                share.state = .released
                try transaction.enqueue(share.store(due: nil))
            }
            let sum = left.reduce(0) { $0 + $1.amount }
            try transaction.enqueue(
                ParticipantShare(
                    order: order, round: aggregate.order.round, number: shares.count + 1,
                    participant: caller, amount: sum, coversUnpaidShares: true, state: .due,
                    tries: 0
                ).insert)
            aggregate.touch()
        }
    }

    private func cancel(
        _ checkout: CheckoutSession.ID, _ service: SharedOrderService, in transaction: Transaction
    ) throws {
        do {
            try checkouts.cancel(checkout, service, at: now, in: transaction)
        } catch CheckoutRefusal.authorizing {
            throw SharedOrderRefusal.alreadyAuthorizing
        } catch CheckoutRefusal.notOpen(let state) {
            // In any other state the buyer has just paid; a worker's next check counts the payment.
            guard state == .expired || state == .failed else {
                throw SharedOrderRefusal.alreadyAuthorizing
            }
        }
    }
}
