import Vocabulary

/// Money taken of what was authorised. Its identifier is the key at the processor, so that any number
/// of calls, before and after a crash, takes it once.
package struct Capture: Sendable, Identified {
    package static let identifierPrefix = "cap"
    package typealias ID = Identifier<Capture>

    package enum State: String, Sendable, CaseIterable {
        /// Written, with its money reserved, before the processor is asked.
        case started
        /// Asked, and nobody knows yet: a worker repeats the call until it is known.
        case unknown
        case succeeded
        case failed
    }

    package let id: ID
    package let checkout: Sheet.ID
    /// Counts the captures of a checkout from 1.
    package let number: Int
    package var state: State
    package let amount: Money
    /// What of it the card pays, and by how much its authorisation is raised for that before.
    package let card: Int64
    package let increment: Int64
    /// The charge that it is taken of.
    package let attempt: Attempt.ID?
    package let holds: [HoldPart]
    /// What of it goes to balances that it tops up.
    package var credits: [BalancePart]
    /// Nothing when it was asked for by amount.
    package let items: [ItemQuantity]?
    /// Whether what is left is given back to the buyer.
    package let isLast: Bool
    package var failure: String?
    /// The processor's own name for it.
    package var reference: String?
    package let startedAt: Instant
    package var leasedUntil: Instant
    package var endedAt: Instant?

    package var isUnderWay: Bool { state == .started || state == .unknown }
    package var isUnanswered: Bool { isUnderWay }
    /// Reserved in the rows that it takes of; an increment is not there yet to be reserved.
    var reserved: Int64 { amount.minorUnits - increment }
}
