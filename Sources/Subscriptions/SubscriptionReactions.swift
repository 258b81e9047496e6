import Balances
import Checkout
import Customers
import Outbox
import Postgres
import Vocabulary

/// What subscriptions do about what happened elsewhere.
package enum SubscriptionReactions {
    package static func all(
        now: @escaping @Sendable () -> Instant,
        identify: @escaping @Sendable (Instant) -> UUID128
    ) -> [Reaction] {
        [
            Reaction(to: [.balanceDebited, .balanceCaptured]) { event, transaction in
                guard let balance = Balance.ID(event.object) else { return }
                try reload(balance, at: now(), in: transaction)
            },
            Reaction(to: [.disputeOpened]) { event, transaction in
                guard let checkout = Sheet.ID(event.object) else { return }
                try pause(payer: checkout, at: now(), identify, in: transaction)
            },
        ]
    }

    /// A balance that has less than its buyer wanted is filled, once until it is.
    private static func reload(
        _ id: Balance.ID, at now: Instant, in transaction: Transaction
    ) throws {
        guard let row = try transaction.run(LaterPayment.lockWatching(id)).first else { return }
        var payment = try LaterPayment(row: row)
        guard payment.dueAt == nil, let threshold = payment.threshold,
            let balance = try Balance.find(id, in: transaction),
            balance.amount.minorUnits < threshold.minorUnits
        else { return }
        let clock = try payment.clock.flatMap {
            try transaction.run(TestClock.find($0)).first.map(TestClock.init(row:))
        }
        payment.dueAt = clock?.at ?? now
        try transaction.later(payment.store)
    }

    /// A bank has taken a payment back: the card is not charged again until that is settled.
    private static func pause(
        payer checkout: Sheet.ID, at now: Instant,
        _ identify: @escaping @Sendable (Instant) -> UUID128, in transaction: Transaction
    ) throws {
        guard let row = try transaction.run(Subscription.paid(by: checkout)).first else { return }
        let subscription = Subscription.ID(
            merchant: checkout.merchant, uuid: try row.get("subscription_id"))
        do {
            _ = try PauseSubscription(
                subscription: subscription, because: .disputed, resumesAt: nil, now: now,
                identify: identify)(in: transaction)
        } catch is SubscriptionRefusal {
            // It is over, or rests already.
        }
    }
}
