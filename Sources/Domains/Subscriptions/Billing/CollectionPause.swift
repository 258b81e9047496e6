import Checkouts
import Payments
import Processors
import Vocabulary

// Invoices that wait for the buyer or the merchant (docs/decisions/0019): pure rules.

extension Subscription {
    /// Restores dunning after a pause. Invoices that were declined before it are still owed. After
    /// a hard decline, the buyer gets the whole grace period again, and the server does not charge
    /// the card before its end.
    ///
    /// - Parameter open: the subscription's open and pending invoices.
    /// - Returns: the indices of the invoices that changed.
    mutating func restoreDunning(_ open: inout [Invoice], at now: Instant) -> [Int] {
        let declined = open.indices.filter { open[$0].state == .open && open[$0].declines > 0 }
        guard !declined.isEmpty else { return [] }
        state = .pastDue
        if declined.contains(where: { open[$0].isHardDecline }) { reason = .cardNeeded }
        for index in declined {
            open[index].failedAt = now
            if reason == .cardNeeded {
                open[index].dueAt = now.adding(seconds: terms.dunning.graceSeconds)
            }
        }
        return declined
    }

    /// True if open invoices must wait: the subscription is paused, or only the buyer can replace
    /// the card.
    private var isCollectionPaused: Bool { state == .paused || reason == .cardNeeded }

    /// True if one invoice must wait. After the subscription's end, this is so after a hard
    /// decline.
    func pausesCollection(of invoice: Invoice) -> Bool {
        isCollectionPaused || (state.isOver && invoice.isHardDecline)
    }

    /// True if the server must charge the open invoices at once. If the subscription runs, its
    /// pause or its wait for another card has ended, or its card was replaced. If it is over, it
    /// was paused before, or its card was replaced.
    func shouldResumeCollection(since before: Subscription) -> Bool {
        let hasAnotherCard = before.card.id != card.id
        guard !state.isOver else { return before.state == .paused || hasAnotherCard }
        return !isCollectionPaused && (before.isCollectionPaused || hasAnotherCard)
    }
}

extension Invoice {
    /// True if the bank will never accept this card for the invoice.
    var isHardDecline: Bool {
        decline.flatMap(Decline.init(code:))?.reason?.isHard == true
    }
}
