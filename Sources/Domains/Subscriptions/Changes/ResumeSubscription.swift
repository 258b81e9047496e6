import Outbox
import Postgres
import Vocabulary

/// Ends a pause, or undoes a cancellation at the period's end. Paid time continues; a period that
/// would have started during the pause starts now.
package struct ResumeSubscription: Verb {
    package let subscription: Subscription.ID
    package let moment: Moment

    package init(subscription: Subscription.ID, moment: Moment) {
        self.subscription = subscription
        self.moment = moment
    }

    package func callAsFunction(in transaction: Transaction) throws -> Subscription {
        var locked = try LockedSubscription(subscription, at: moment, in: transaction)
        switch locked.subscription.state {
        case .canceled, .ended: throw SubscriptionRefusal.over(locked.subscription.state)
        case .paused:
            locked.subscription.resume(at: locked.time.calendarSecond)
            for index in locked.subscription.restoreDunning(
                &locked.invoices, at: locked.time.calendarSecond)
            {
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
