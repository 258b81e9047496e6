import Checkouts
import Processors
import Vocabulary

/// A payment in our books: one attempt to charge a card, and the state of its money.
package struct OurPayment: Hashable, Sendable {
    package let attempt: Attempt.ID
    package let checkout: CheckoutSession.ID
    package let processor: String
    package let state: Attempt.State
    package let currency: Currency
    /// The processor's own name for it, once the processor approved it.
    package let reference: String?
    /// The sum of the amount still authorized and the captured amount, in minor units.
    package let authorized: Int64
    package let captured: Int64
    /// Refunds by the processor, without those that went to a balance instead.
    package let refunded: Int64
    /// True while a call about its money is in progress, or while a worker has to act on it.
    package let isChanging: Bool
    package let startedAt: Instant
    package let endedAt: Instant?

    package init(
        attempt: Attempt.ID, checkout: CheckoutSession.ID, processor: String, state: Attempt.State,
        currency: Currency, reference: String?, authorized: Int64, captured: Int64,
        refunded: Int64, isChanging: Bool, startedAt: Instant, endedAt: Instant?
    ) {
        self.attempt = attempt
        self.checkout = checkout
        self.processor = processor
        self.state = state
        self.currency = currency
        self.reference = reference
        self.authorized = authorized
        self.captured = captured
        self.refunded = refunded
        self.isChanging = isChanging
        self.startedAt = startedAt
        self.endedAt = endedAt
    }

    /// True if the processor should have an authorized or a captured amount for it.
    package var hasMoney: Bool { state == .authorized && authorized > 0 }

    /// True if our own operations are about to change it.
    package var isOpen: Bool {
        switch state {
        case .started, .unknown, .voiding: true
        case .authorized: isChanging
        case .declined, .voided: false
        }
    }

    /// True if one of the two may still change by itself.
    ///
    /// An end without money counts only after a while: a processor that approves an attempt after
    /// we closed it returns the money, and that takes a moment.
    package func isNotFinal(at now: Instant) -> Bool {
        guard !hasMoney, let endedAt else { return isOpen }
        return isOpen || now.seconds(since: endedAt) < ReconciliationLimits.endSeconds
    }
}
