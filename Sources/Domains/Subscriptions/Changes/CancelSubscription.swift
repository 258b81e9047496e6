import Outbox
import Postgres
import Vocabulary

/// Cancels a subscription, now or at the end of the paid period. Canceling now voids its open
/// invoices.
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
        // A repeated call changes nothing.
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
            // A paused subscription that is canceled with its period still owes for time that was
            // used.
            if when == .now { try held.voidOpen(in: transaction) }
            held.subscription.end(as: .canceled, because: reason, at: held.moment)
            held.news.tell(.subscriptionCanceled, &held.subscription)
        }
        try held.store(in: transaction)
        return held.subscription
    }
}
