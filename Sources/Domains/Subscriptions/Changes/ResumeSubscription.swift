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
        var held = try HeldSubscription(
            subscription, at: now, identify: identify, in: transaction)
        switch held.subscription.state {
        case .canceled, .ended: throw SubscriptionRefusal.over(held.subscription.state)
        case .paused:
            held.subscription.resume(at: held.moment)
            for index in held.subscription.remember(&held.invoices, at: held.moment) {
                try transaction.later(held.invoices[index].store)
            }
        case .trialing, .active, .pastDue:
            guard held.subscription.endsWithPeriod else {
                throw SubscriptionRefusal.notInState(held.subscription.state)
            }
            held.subscription.endsWithPeriod = false
        }
        held.news.tell(.subscriptionResumed, &held.subscription)
        try held.store(in: transaction)
        return held.subscription
    }
}
