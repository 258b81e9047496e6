import Checkouts
import Vocabulary

/// A capture of authorized money. Its identifier is the idempotency key at the processor, so
/// repeated calls, even after a crash, capture it once.
package struct Capture: Sendable, Identified {
    package static let identifierPrefix = "cap"
    package typealias ID = Identifier<Capture>

    package enum State: String, Sendable, CaseIterable {
        /// Stored, with its amount reserved, before the processor is asked.
        case started
        /// The outcome is unknown: a worker repeats the call until it is known.
        case unknown
        case succeeded
        case failed
    }

    package let id: ID
    package let checkout: CheckoutSession.ID
    /// Counts the captures of a checkout from 1.
    package let number: Int
    package var state: State
    package let amount: Money
    /// The card's part, and the increment that its authorization needs first, in minor units.
    package let card: Int64
    package let increment: Int64
    /// The charge that is captured; it may be nil if the processor is not asked.
    package let attempt: Attempt.ID?
    package let holds: [HoldPart]
    /// The amounts that top up balances.
    package var credits: [BalancePart]
    /// nil if the capture was requested by amount.
    package let items: [ItemQuantity]?
    /// True if the rest of the authorization is released.
    package let isLast: Bool
    package var failure: String?
    /// The processor's own identifier.
    package var reference: String?
    package let startedAt: Instant
    package var leasedUntil: Instant
    package var endedAt: Instant?

    /// True if it has no amount and no items, so that captures by item ignore it: it releases the
    /// rest for a void or an expiry, or captures a free cart.
    var isReleaseOnly: Bool { amount.minorUnits == 0 && items == nil }

    /// True if it releases the rest after captures, for a void or an expiry. Without captured money
    /// a capture of zero is the capture of a free cart.
    func voidsRemainder(of session: CheckoutSession) -> Bool {
        isReleaseOnly && session.captured > 0
    }

    package var isUnderWay: Bool { state == .started || state == .unknown }
    package var awaitsProcessor: Bool { isUnderWay }
    /// The amount reserved in the checkout; an increment cannot be reserved before it is approved.
    var reserved: Int64 { amount.minorUnits - increment }
}
