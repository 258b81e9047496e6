import Checkouts
import Vocabulary

/// A dispute: the buyer's bank takes money back, and later decides who keeps it.
package struct Dispute: Sendable, Identified {
    package static let identifierPrefix = "dsp"
    package typealias ID = Identifier<Dispute>

    package enum State: String, Sendable, CaseIterable { case opened, won, lost }

    package let id: ID
    package let checkout: CheckoutSession.ID
    package let attempt: Attempt.ID
    package let number: Int
    /// The processor's own identifier.
    package let reference: String
    package var state: State
    /// The network's reason.
    package let reason: String?
    package let amount: Money
    /// The amount that the merchant still had: the rest was refunded before, or a refund to the
    /// card is in progress.
    package var taken: Int64
    /// The amount that was refunded as a store credit, while the bank takes it from the card
    /// charge: a loss.
    package var uncovered: Int64
    package let openedAt: Instant
    package var endedAt: Instant?
}
