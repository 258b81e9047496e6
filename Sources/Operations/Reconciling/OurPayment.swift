import Checkout
import Processors
import Vocabulary

/// A payment as our books have it: one attempt to charge a card, and what has become of its money.
package struct OurPayment: Hashable, Sendable {
    package let attempt: Attempt.ID
    package let checkout: Sheet.ID
    package let processor: String
    package let state: Attempt.State
    package let currency: Currency
    /// The processor's own name for it, once it was approved.
    package let reference: String?
    /// What is held still and what was taken, together, in minor units.
    package let authorized: Int64
    package let captured: Int64
    /// Given back by the processor: what a balance got instead is none of it.
    package let refunded: Int64
    /// Whether a call about its money is under way, or a worker has something to do with it.
    package let isMoving: Bool
    package let startedAt: Instant
    package let endedAt: Instant?

    package init(
        attempt: Attempt.ID, checkout: Sheet.ID, processor: String, state: Attempt.State,
        currency: Currency, reference: String?, authorized: Int64, captured: Int64,
        refunded: Int64, isMoving: Bool, startedAt: Instant, endedAt: Instant?
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
        self.isMoving = isMoving
        self.startedAt = startedAt
        self.endedAt = endedAt
    }

    /// Whether the processor should hold something for it, or have taken something.
    package var hasMoney: Bool { state == .authorized && authorized > 0 }

    /// Whether it is about to become another by what we do.
    package var isOpen: Bool {
        switch state {
        case .started, .unknown, .voiding: true
        case .authorized: isMoving
        case .declined, .voided: false
        }
    }

    /// Whether one of the two may become another by itself.
    ///
    /// An end without money is believed after a while only: a processor that approves what was closed
    /// meanwhile gives the money back, and that takes it a moment.
    package func isUnsettled(at now: Instant) -> Bool {
        guard !hasMoney, let endedAt else { return isOpen }
        return isOpen || now.seconds(since: endedAt) < ReconciliationLimits.endSeconds
    }
}
