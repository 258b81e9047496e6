import Processors
import Vocabulary

/// One try to charge a card. Its identifier is the key at the processor, so that any number of
/// calls, before and after a crash, makes one charge.
package struct Attempt: Sendable, Identified {
    package static let identifierPrefix = "att"
    package typealias ID = Identifier<Attempt>

    package enum State: String, Sendable, CaseIterable {
        /// Written before the processor is asked.
        case started
        /// Asked, and no answer came: blocks a second charge until it is known.
        case unknown
        case authorized
        case declined
        /// Approved, but not to be kept: to be voided at the processor.
        case voiding
        case voided
    }

    /// What the buyer has been told.
    package enum Told: String, Sendable, CaseIterable {
        case nothing
        case success
        case failure
        case unknown
    }

    package let id: ID
    package let checkout: Sheet.ID
    package let number: Int
    package var state: State
    package let processor: String
    package let amount: Money
    package let version: Int
    /// SHA-256 of version and payment.
    package let fingerprint: [UInt8]
    /// Apple's name of the payment, where a token of the buyer's device pays; written once, never read.
    package var token: [UInt8]?
    package var told: Told = .nothing
    package var decline: Decline?
    package var card: CardDisplay?
    package var reference: String?
    package var networkTransaction: String?
    package var issuingCountry: String?
    package var captureBefore: Instant?
    /// What the processor holds or took, with what was added since and without what it let go.
    package var approved: Int64 = 0
    /// What calls under way are taking or giving back, what they took or gave, and what a bank has
    /// taken back; minor units.
    package var capturing: Int64 = 0
    package var captured: Int64 = 0
    package var refunding: Int64 = 0
    package var refunded: Int64 = 0
    package var disputed: Int64 = 0
    package let startedAt: Instant
    package var leasedUntil: Instant
    package var endedAt: Instant?

    /// What may still be captured, beside what calls under way are taking.
    var capturable: Int64 { approved - captured - capturing }

    /// What may still be given back, beside what calls under way are giving.
    var refundable: Int64 { captured - refunded - refunding - disputed }

    /// Whether it charged too late, and that is being given back. One that a rule or a bank refused in part was
    /// told as refused, and another card may be tried.
    var isGivenBack: Bool { state == .voiding && decline == nil }

    /// Until its lease ends, rounded up; at least one, which is how long the next in turn may need.
    func leaseSecondsLeft(at now: Instant) -> Int {
        let microseconds = max(0, leasedUntil.microseconds - now.microseconds)
        return max(1, Int((microseconds + 999_999) / 1_000_000))
    }
}
