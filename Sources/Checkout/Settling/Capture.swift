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
    /// Reserved in the rows that it takes of; an increment is not there yet to be reserved.
    var reserved: Int64 { amount.minorUnits - increment }
}

/// So long a live server is at a capture or a refund of its own; after that anyone may finish it.
enum SettlingLease {
    static let workerSeconds: Int64 = 30
    /// Until a processor that did not answer is asked again.
    static let askAgainSeconds: Int64 = 5
    /// A refund that is on its way takes days: it is looked at now and then, and notices are faster.
    static let pendingSeconds: Int64 = 300

    /// At least one, which is how long the next in turn may need.
    static func secondsLeft(until end: Instant, at now: Instant) -> Int {
        max(1, Int((max(0, end.microseconds - now.microseconds) + 999_999) / 1_000_000))
    }
}
