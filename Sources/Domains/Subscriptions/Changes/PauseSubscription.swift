import Outbox
import Postgres
import Vocabulary

/// Pauses a subscription: nothing is billed until it is resumed, by hand or on a date.
package struct PauseSubscription: Verb {
    package let subscription: Subscription.ID
    package let reason: Subscription.Reason
    package let resumesAt: Instant?
    package let moment: Moment

    package init(
        subscription: Subscription.ID, because reason: Subscription.Reason = .requested,
        resumesAt: Instant?, moment: Moment
    ) {
        self.subscription = subscription
        self.reason = reason
        self.resumesAt = resumesAt
        self.moment = moment
    }

    package func callAsFunction(in transaction: Transaction) throws -> Subscription {
        var locked = try LockedSubscription(subscription, at: moment, in: transaction)
        switch locked.subscription.state {
        case .canceled, .ended: throw SubscriptionRefusal.over(locked.subscription.state)
        // Invoices that are past due must be paid first: a pause must not avoid them. A dispute
        // pauses all the same.
        case .pastDue where reason == .disputed: break
        // A dispute also replaces another pause, whose resume date no longer applies.
        case .paused where reason == .disputed && locked.subscription.reason != .disputed: break
        case .pastDue, .paused: throw SubscriptionRefusal.notInState(locked.subscription.state)
        case .trialing, .active: break
        }
        if reason == .requested { try locked.requireNoChangeBeingPaid(in: transaction) }
        if let resumesAt, resumesAt <= locked.time.calendar {
            throw SubscriptionRefusal.resumesInThePast(now: locked.time.calendarSecond)
        }
        locked.subscription.state = .paused
        locked.subscription.reason = reason
        locked.subscription.pausedAt = locked.subscription.pausedAt ?? locked.time.calendarSecond
        locked.subscription.resumesAt = resumesAt
        locked.events.emit(.subscriptionPaused, &locked.subscription)
        try locked.store(in: transaction)
        return locked.subscription
    }
}
