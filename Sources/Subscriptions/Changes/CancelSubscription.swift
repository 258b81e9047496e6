import Outbox
import Postgres
import Vocabulary

/// Ends a subscription, now or when the period is over that was paid for. What is still owed now is not
/// asked for any more.
package struct CancelSubscription: Sendable {
    package enum When: String, CaseIterable, Sendable { case now, periodEnd }

    package let subscription: Subscription.ID
    package let when: When
    package let reason: Subscription.Reason
    package let now: Instant
    package let identify: @Sendable (Instant) -> UUID128

    package init(
        subscription: Subscription.ID, when: When, reason: Subscription.Reason = .requested,
        now: Instant, identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.subscription = subscription
        self.when = when
        self.reason = reason
        self.now = now
        self.identify = identify
    }

    package func callAsFunction(in transaction: Transaction) throws -> Subscription {
        var held = try HeldSubscription(
            subscription, at: now, identify: identify, in: transaction)
        // Asked twice it is the same.
        if held.subscription.state == .canceled { return held.subscription }
        if held.subscription.state == .ended {
            throw SubscriptionRefusal.over(held.subscription.state)
        }
        try held.demandNoChangePaying(in: transaction)
        if when == .periodEnd, held.subscription.state != .paused {
            if held.subscription.endsWithPeriod { return held.subscription }
            held.subscription.endsWithPeriod = true
            held.subscription.next = nil
            held.news.tell(.subscriptionChanged, &held.subscription)
        } else {
            // What a paused one owes for a time that was used is owed still.
            if when == .now { try held.voidOpen(in: transaction) }
            held.subscription.end(as: .canceled, because: reason, at: held.moment)
            held.news.tell(.subscriptionCanceled, &held.subscription)
        }
        try held.store(in: transaction)
        return held.subscription
    }
}
