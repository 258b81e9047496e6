import Vocabulary

/// A buyer's bank takes money back, and later decides who keeps it.
package struct Dispute: Sendable, Identified {
    package static let identifierPrefix = "dsp"
    package typealias ID = Identifier<Dispute>

    package enum State: String, Sendable, CaseIterable { case opened, won, lost }

    package let id: ID
    package let checkout: Sheet.ID
    package let attempt: Attempt.ID
    package let number: Int
    /// The processor's own name for it.
    package let reference: String
    package var state: State
    /// The network's word for why.
    package let reason: String?
    package let amount: Money
    /// What of it the merchant still had: the rest was given back before, or is on its way to the card.
    package var taken: Int64
    /// What of it had been given back as a credit, and so was on the card still: a loss.
    package var uncovered: Int64
    package let openedAt: Instant
    package var endedAt: Instant?
}
