import Processors
import Vocabulary

/// One try to charge a card. Its identifier is the idempotency key at the processor, so repeated
/// calls, even after a crash, make one charge.
package struct Attempt: Sendable, Identified {
    package static let identifierPrefix = "att"
    package typealias ID = Identifier<Attempt>

    package enum State: String, Sendable, CaseIterable {
        /// Stored before the processor is asked.
        case started
        /// The processor was asked and did not answer: blocks a second charge until the outcome is
        /// known.
        case unknown
        case authorized
        case declined
        /// Approved but not wanted: the processor has to void it.
        case voiding
        case voided
    }

    /// The outcome that the buyer's sheet has shown.
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
    /// Apple's transaction identifier, if a token from the buyer's device pays; written once, never
    /// read.
    package var token: [UInt8]?
    package var told: Told = .nothing
    package var decline: Decline?
    package var card: CardDisplay?
    package var reference: String?
    package var networkTransaction: String?
    package var issuingCountry: String?
    package var captureBefore: Instant?
    /// The amount that the processor holds or took, including increments and without released
    /// money.
    package var approved: Int64 = 0
    /// Amounts in minor units: captures and refunds in progress, captures and refunds done, and
    /// money that a bank took back.
    package var capturing: Int64 = 0
    package var captured: Int64 = 0
    package var refunding: Int64 = 0
    package var refunded: Int64 = 0
    package var disputed: Int64 = 0
    package let startedAt: Instant
    package var leasedUntil: Instant
    package var endedAt: Instant?

    /// The amount that may still be captured, without captures in progress.
    var capturable: Int64 { approved - captured - capturing }

    /// The amount that may still be refunded, without refunds in progress.
    var refundable: Int64 { captured - refunded - refunding - disputed }

    /// True if the charge came too late and is being voided. A partial approval, or one that the
    /// merchant's rule refused, was shown as declined, and the buyer may try another card.
    var isGivenBack: Bool { state == .voiding && decline == nil }

    /// Seconds until its lease ends, rounded up; at least one, the time that the next caller may
    /// need.
    func leaseSecondsLeft(at now: Instant) -> Int {
        let microseconds = max(0, leasedUntil.microseconds - now.microseconds)
        return max(1, Int((microseconds + 999_999) / 1_000_000))
    }
}
