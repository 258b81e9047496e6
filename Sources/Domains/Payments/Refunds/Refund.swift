import Balances
import Checkouts
import Vocabulary

/// A refund. Its identifier is the idempotency key at the processor, so repeated calls refund once.
package struct Refund: Sendable, Identified {
    package static let identifierPrefix = "ref"
    package typealias ID = Identifier<Refund>

    package enum State: String, Sendable, CaseIterable {
        case started
        case unknown
        /// The processor accepted it, but the card does not have the money yet.
        case pending
        case succeeded
        /// Its amount may be refunded again.
        case failed
    }

    package let id: ID
    package let checkout: CheckoutSession.ID
    /// Counts the refunds of a checkout from 1.
    package let number: Int
    package var state: State
    package let amount: Money
    /// The part of the amount that the card paid.
    package let card: Int64
    package let attempt: Attempt.ID?
    /// The parts that balances paid; with `card` they add up to the amount.
    package let holds: [HoldPart]
    /// The balance that receives the money instead: all of it, or the parts of the last holds.
    package let credit: BalancePart?
    /// The amounts taken from balances that the payment topped up.
    package let debits: [BalancePart]
    /// nil if the refund was requested by amount.
    package let items: [ItemQuantity]?
    package let reason: String?
    package var failure: String?
    package var reference: String?
    package let startedAt: Instant
    package var leasedUntil: Instant
    package var endedAt: Instant?

    /// The amount that the processor has to refund.
    package var toCard: Int64 { credit?.amount == amount.minorUnits ? 0 : card }

    /// The amount for each paying balance; `isDiverted` is true if another balance receives it
    /// instead.
    package var toHolds: [(part: HoldPart, isDiverted: Bool)] {
        var remaining = credit?.amount ?? 0
        return holds.reversed().map { part in
            let isDiverted = remaining > 0
            remaining -= part.amount
            return (part, isDiverted)
        }.reversed()
    }

    package var isUnderWay: Bool { awaitsProcessor || state == .pending }
    package var awaitsProcessor: Bool { state == .started || state == .unknown }
}
