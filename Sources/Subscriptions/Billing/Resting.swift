import Checkout
import Processors
import Vocabulary

// What waits for somebody (docs/decisions/0019): pure rules.

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
