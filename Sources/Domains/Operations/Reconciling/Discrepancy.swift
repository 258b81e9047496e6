import Checkouts
import Processors
import Vocabulary

/// A payment that our books and the processor's record differently.
///
/// It contains no card, no token and no contact.
package struct Discrepancy: Hashable, Sendable, Identified {
    package static let identifierPrefix = "dcp"
    package typealias ID = Identifier<Discrepancy>

    package enum Kind: String, Sendable, CaseIterable {
        /// Our books have an authorized or captured amount; the processor has no such payment.
        case missing
        /// The processor has money for a payment that we do not know, or know as not charged.
        case unexpected
        /// The processor has money twice for one key.
        case doubled
        /// The amounts authorized, captured or refunded differ.
        case amount
        /// Our books have an authorized or captured amount; the processor declined, voided or
        /// closed the payment.
        case state
    }

    /// The payment as one of the two records it.
    package struct Side: Hashable, Sendable {
        package let state: String
        package let currency: Currency
        package let authorized: Int64
        package let captured: Int64
        package let refunded: Int64

        package init(_ ours: OurPayment) {
            state =
                switch ours.state {
                case .authorized:
                    ProcessorRecord.State(authorized: ours.authorized, captured: ours.captured)
                        .rawValue
                case .started, .unknown, .declined, .voiding, .voided: ours.state.rawValue
                }
            currency = ours.currency
            authorized = ours.hasMoney ? ours.authorized : 0
            captured = ours.captured
            refunded = ours.refunded
        }

        package init(_ theirs: ProcessorRecord) {
            state = theirs.state.rawValue
            currency = theirs.currency
            authorized = theirs.authorized
            captured = theirs.captured
            refunded = theirs.refunded
        }

        func decimal(_ minorUnits: Int64) -> String {
            Money(minorUnits: minorUnits, currency: currency).decimal
        }

        /// `taken, USD 10.00 authorized, 10.00 captured, 2.00 refunded`, or only the state if there
        /// is no money.
        package var text: String {
            guard authorized > 0 || captured > 0 else { return state }
            return "\(state), \(currency.code) \(decimal(authorized)) authorized, "
                + "\(decimal(captured)) captured, \(decimal(refunded)) refunded"
        }
    }

    package let kind: Kind
    package let processor: String
    package let key: AttemptKey
    /// The processor's own name for the payment; nil if it has no name for it.
    package let reference: String?
    package let checkout: CheckoutSession.ID?
    package let ours: Side?
    package let theirs: Side?
    /// The time at which the payment was made, by the processor's clock if it has the payment.
    package let paymentAt: Instant

    init(
        _ kind: Kind, at processor: String, ours: OurPayment?, theirs record: ProcessorRecord
    ) {
        self.kind = kind
        self.processor = processor
        key = record.key
        reference = record.reference
        checkout = ours?.checkout
        self.ours = ours.map(Side.init)
        theirs = Side(record)
        paymentAt = record.createdAt
    }

    /// A payment of ours that the processor does not have.
    init(missing ours: OurPayment) {
        kind = .missing
        processor = ours.processor
        key = AttemptKey(ours.attempt)
        reference = nil
        checkout = ours.checkout
        self.ours = Side(ours)
        theirs = nil
        paymentAt = ours.startedAt
    }

    package var merchant: MerchantNumber { key.merchant }
    package var oursText: String { ours?.text ?? Self.nothing }
    package var theirsText: String { theirs?.text ?? Self.nothing }

    private static let nothing = "nothing"
}
