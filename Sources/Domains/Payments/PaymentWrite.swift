import Balances
import Checkouts
import Idempotency
import Merchants
import Outbox
import Vocabulary

/// The rows that one step of a payment writes: the end of an attempt, the start or the end of a
/// capture or refund, a void, a dispute.
///
/// One statement writes one or many (docs/decisions/0011).
struct PaymentWrite: Sendable {
    /// The checkout after the step.
    var session: CheckoutSession
    /// A change of the checkout beside those of every step.
    var rareChange: RareChange?
    /// The attempt after the step; nil if the step changes none.
    var attempt: Attempt?
    /// True if the attempt's token may pay again: it never reached the processor.
    var releasesToken = false
    /// The transaction that wrote the checkout's row when the caller read it: the step is written
    /// only if the row has not changed since. nil if the caller has locked the row.
    var rowVersion: String?
    var newCaptures: [Capture] = []
    var endedCaptures: [Capture] = []
    var newRefunds: [Refund] = []
    var endedRefunds: [Refund] = []
    var ledger = LedgerRows()
    /// The coupon after the step, if the step reserves or releases a redemption; its row is locked.
    var coupon: Coupon?
    var savedCard: SavedCard?
    var events: [Event] = []
    var entries: [TimelineEntry] = []
    /// The answer of the call's idempotency key, for replays; the key was claimed before.
    var answer: ClaimAnswer?
    /// The call's idempotency key, if the step claims it.
    var claim: NewClaim?

    /// A change of columns that few steps change. Only a step under a lock has one.
    enum RareChange: Sendable {
        /// The request, with its final prices.
        case request
        /// The coupon, with the mark that the buyer has used it up.
        case coupon
        /// The keyed hash of the email of a buyer who used the coupon and paid by balances alone:
        /// no attempt records it.
        case couponBuyer([UInt8])
    }

    init(_ session: CheckoutSession, _ attempt: Attempt?) {
        self.session = session
        self.attempt = attempt
    }

    /// Stores a refund that has ended, or whose progress is known. A new one is inserted in that
    /// state.
    mutating func record(_ refund: Refund) {
        if let index = newRefunds.firstIndex(where: { $0.id == refund.id }) {
            newRefunds[index] = refund
        } else {
            endedRefunds.append(refund)
        }
    }

    /// Numbers an event of the checkout.
    ///
    /// - Parameter detail: the subject, which the event's data contain beside the checkout.
    mutating func emit(
        _ kind: Event.Kind, _ identifier: UUID128, _ detail: EventDetail? = nil, at now: Instant
    ) {
        session.events += 1
        events.append(
            Event(
                id: Event.ID(merchant: session.id.merchant, uuid: identifier), type: kind,
                object: session.id.text, sequence: session.events, data: session.eventData(detail),
                at: now))
    }
}
