import Balances
import Vocabulary

/// Money given back. Its identifier is the key at the processor, so that any number of calls gives it
/// back once.
package struct Refund: Sendable, Identified {
    package static let identifierPrefix = "ref"
    package typealias ID = Identifier<Refund>

    package enum State: String, Sendable, CaseIterable {
        case started
        case unknown
        /// On its way to the card.
        case pending
        case succeeded
        /// What it should have given back may be given back again.
        case failed
    }

    package let id: ID
    package let checkout: Sheet.ID
    /// Counts the refunds of a checkout from 1.
    package let number: Int
    package var state: State
    package let amount: Money
    /// What is given back of what the card paid.
    package let card: Int64
    package let attempt: Attempt.ID?
    /// And of what balances paid; together the amount.
    package let holds: [HoldPart]
    /// The balance that gets it instead: all of it, or what the last of the holds would get.
    package let credit: BalancePart?
    /// What balances that the payment topped up give for it.
    package let debits: [BalancePart]
    /// Nothing when it was asked for by amount.
    package let items: [ItemQuantity]?
    package let reason: String?
    package var failure: String?
    package var reference: String?
    package let startedAt: Instant
    package var leasedUntil: Instant
    package var endedAt: Instant?

    /// What the processor is asked to give back.
    package var toCard: Int64 { credit?.amount == amount.minorUnits ? 0 : card }

    /// What goes to each balance that paid, and whether the other one gets it instead.
    package var toHolds: [(part: HoldPart, isDiverted: Bool)] {
        var left = credit?.amount ?? 0
        return holds.reversed().map { part in
            let isDiverted = left > 0
            left -= part.amount
            return (part, isDiverted)
        }.reversed()
    }

    package var isUnderWay: Bool { isUnanswered || state == .pending }
    package var isUnanswered: Bool { state == .started || state == .unknown }
}
