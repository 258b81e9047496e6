import Outbox
import Postgres
import Vocabulary

/// Ends a pause, or undoes a cancellation at the period's end. Paid time continues; a period that
/// would have started during the pause starts now.
package struct ResumeSubscription: Sendable {
    package let subscription: Subscription.ID
    package let now: Instant
    package let identify: @Sendable (Instant) -> UUID128

    package init(
        subscription: Subscription.ID, now: Instant,
        identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.subscription = subscription
        self.now = now
        self.identify = identify
    }

    package func callAsFunction(in transaction: Transaction) throws -> Subscription {
        var locked = try LockedSubscription(
            subscription, at: now, identify: identify, in: transaction)
        switch locked.subscription.state {
        case .canceled, .ended: throw SubscriptionRefusal.over(locked.subscription.state)
        case .paused:
            locked.subscription.resume(at: locked.moment)
            for index in locked.subscription.restoreDunning(&locked.invoices, at: locked.moment) {
                try transaction.enqueue(locked.invoices[index].store)
            }
        case .trialing, .active, .pastDue:
            guard locked.subscription.endsWithPeriod else {
                throw SubscriptionRefusal.notInState(locked.subscription.state)
            }
            locked.subscription.endsWithPeriod = false
        }
        locked.events.emit(.subscriptionResumed, &locked.subscription)
        try locked.store(in: transaction)
        return locked.subscription
    }
}
