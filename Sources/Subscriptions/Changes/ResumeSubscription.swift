import Checkout
import Outbox
import Postgres
import Processors
import Vocabulary

/// Ends a pause, or takes back that it ends with its period. The time that was paid for goes on; a period
/// that would have begun during the pause begins now.
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

extension Subscription {
    /// What a bank refused before the pause is owed after it, and a card that only its buyer can mend is not
    /// tried again because time has passed: its buyer has the whole time once more.
    ///
    /// - Parameter open: its invoices that are not over.
    /// - Returns: which of them have changed.
    mutating func remember(_ open: inout [Invoice], at now: Instant) -> [Int] {
        let refused = open.indices.filter { open[$0].state == .open && open[$0].declines > 0 }
        guard !refused.isEmpty else { return [] }
        state = .pastDue
        if refused.contains(where: { open[$0].isHardDecline }) { reason = .cardNeeded }
        for index in refused {
            open[index].failedAt = now
            if reason == .cardNeeded {
                open[index].dueAt = now.adding(seconds: terms.dunning.graceSeconds)
            }
        }
        return refused
    }

    /// Whether what it owes waits for a decision: it rests, or only its buyer can mend its card.
    private var letsInvoicesRest: Bool { state == .paused || reason == .cardNeeded }

    /// The same of one invoice: of what is over, a card that is dead is not tried any more.
    func letsRest(_ invoice: Invoice) -> Bool {
        letsInvoicesRest || (state.isOver && invoice.isHardDecline)
    }

    /// Whether the waiting is over, or there is another card. An end is no reason to hurry, but of a pause.
    func lets(invoicesGoOnSince before: Subscription) -> Bool {
        let hasAnotherCard = before.card.id != card.id
        guard !state.isOver else { return before.state == .paused || hasAnotherCard }
        return !letsInvoicesRest && (before.letsInvoicesRest || hasAnotherCard)
    }
}

extension Invoice {
    /// Whether a bank said that this card will never pay it.
    var isHardDecline: Bool {
        decline.flatMap(Decline.init(code:))?.reason?.isHard == true
    }
}
