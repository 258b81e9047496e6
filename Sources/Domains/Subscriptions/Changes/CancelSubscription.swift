import Outbox
import Postgres
import Vocabulary

/// Cancels a subscription, now or at the end of the paid period. Canceling now voids its open
/// invoices. A paused subscription ends at once in both cases.
package struct CancelSubscription: Verb {
    package enum When: String, CaseIterable, Sendable { case now, periodEnd }

    package let subscription: Subscription.ID
    package let when: When
    package let reason: Subscription.Reason
    package let moment: Moment

    package init(
        subscription: Subscription.ID, when: When, reason: Subscription.Reason = .requested,
        moment: Moment
    ) {
        self.subscription = subscription
        self.when = when
        self.reason = reason
        self.moment = moment
    }

    package func callAsFunction(in transaction: Transaction) throws -> Subscription {
        var locked = try LockedSubscription(subscription, at: moment, in: transaction)
        // A repeated call changes nothing.
        if locked.subscription.state == .canceled { return locked.subscription }
        if locked.subscription.state == .ended {
            throw SubscriptionRefusal.over(locked.subscription.state)
        }
        try locked.requireNoChangeBeingPaid(in: transaction)
        if when == .periodEnd, locked.subscription.state != .paused {
            if locked.subscription.endsWithPeriod { return locked.subscription }
            locked.subscription.endsWithPeriod = true
            locked.subscription.next = nil
            locked.events.emit(.subscriptionChanged, &locked.subscription)
        } else {
            // A paused subscription that is canceled with its period still owes for time that was
            // used.
            if when == .now { try locked.voidOpenInvoices(in: transaction) }
            locked.subscription.end(as: .canceled, because: reason, at: locked.time.calendarSecond)
            locked.events.emit(.subscriptionCanceled, &locked.subscription)
        }
        try locked.store(in: transaction)
        return locked.subscription
    }
}
