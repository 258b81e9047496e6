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
        /// The processor was asked, and its answer is not known: no second charge starts before it
        /// is.
        case unknown
        case authorized
        case declined
        /// Approved but not wanted: the processor has to void it.
        case voiding
        case voided
    }

    /// The outcome that the buyer's sheet has shown.
    package enum ReportedOutcome: String, Sendable, CaseIterable {
        case nothing
        case success
        case failure
        case unknown
    }

    package let id: ID
    package let checkout: CheckoutSession.ID
    package let number: Int
    package var state: State
    package let processor: String
    package let amount: Money
    package let version: Int
    /// SHA-256 of version and payment.
    package let fingerprint: [UInt8]
    /// Apple's transaction identifier, if a token from the buyer's device pays. The constraint
    /// `tokens_pay_once` compares it, so that no token pays twice; nil again once the token is
    /// released.
    package var token: [UInt8]?
    package var reportedOutcome: ReportedOutcome = .nothing
    package var decline: Decline?
    package var card: CardDisplay?
    package var reference: String?
    package var networkTransaction: String?
    package var issuingCountry: String?
    package var captureBefore: Instant?
    /// The authorized amount, captured or not, in minor units: with increments, and without
    /// released money.
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

    package init(
        id: ID, checkout: CheckoutSession.ID, number: Int, state: State, processor: String,
        amount: Money,
        version: Int, fingerprint: [UInt8], token: [UInt8]? = nil,
        reportedOutcome: ReportedOutcome = .nothing,
        decline: Decline? = nil, card: CardDisplay? = nil, reference: String? = nil,
        networkTransaction: String? = nil, issuingCountry: String? = nil,
        captureBefore: Instant? = nil, approved: Int64 = 0, capturing: Int64 = 0,
        captured: Int64 = 0, refunding: Int64 = 0, refunded: Int64 = 0, disputed: Int64 = 0,
        startedAt: Instant, leasedUntil: Instant, endedAt: Instant? = nil
    ) {
        self.id = id
        self.checkout = checkout
        self.number = number
        self.state = state
        self.processor = processor
        self.amount = amount
        self.version = version
        self.fingerprint = fingerprint
        self.token = token
        self.reportedOutcome = reportedOutcome
        self.decline = decline
        self.card = card
        self.reference = reference
        self.networkTransaction = networkTransaction
        self.issuingCountry = issuingCountry
        self.captureBefore = captureBefore
        self.approved = approved
        self.capturing = capturing
        self.captured = captured
        self.refunding = refunding
        self.refunded = refunded
        self.disputed = disputed
        self.startedAt = startedAt
        self.leasedUntil = leasedUntil
        self.endedAt = endedAt
    }

    /// The amount that a new capture may take: neither captured nor reserved by a capture in
    /// progress.
    package var capturable: Int64 { approved - captured - capturing }

    /// The captured amount that a new refund may return: not refunded, not reserved by a refund in
    /// progress, and not disputed.
    package var refundable: Int64 { captured - refunded - refunding - disputed }

    /// True if the charge succeeded too late and is being voided, which blocks other payments. A
    /// void with a decline (of a partial approval, or by the merchant's rule) blocks none: the
    /// sheet has shown the decline, and the buyer may try another card.
    package var isBeingVoided: Bool { state == .voiding && decline == nil }

    /// Seconds until its lease ends, rounded up; at least one, the time that the next caller may
    /// need.
    package func leaseSecondsLeft(at now: Instant) -> Int {
        let microseconds = max(0, leasedUntil.microseconds - now.microseconds)
        return max(1, Int((microseconds + 999_999) / 1_000_000))
    }
}
