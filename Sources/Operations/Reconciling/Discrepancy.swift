import Checkout
import Processors
import Vocabulary

/// A payment of which our books and the processor's say different things.
///
/// It holds no card, no token and no contact.
package struct Discrepancy: Hashable, Sendable, Identified {
    package static let identifierPrefix = "dcp"
    package typealias ID = Identifier<Discrepancy>

    package enum Kind: String, Sendable, CaseIterable {
        /// By our books money is held or was taken, and the processor has no such payment.
        case missing
        /// The processor has money for what we know nothing of, or know as not charged.
        case unexpected
        /// The processor has money twice for one key.
        case doubled
        /// Other amounts are authorised, captured or refunded.
        case amount
        /// By our books money is held or was taken, and by theirs it was declined or given back.
        case state
    }

    /// What one of the two says.
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

        /// `taken, USD 10.00 authorized, 10.00 captured, 2.00 refunded`, or the state alone where there
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
    /// The processor's own name for the payment; nothing where it has none.
    package let reference: String?
    package let checkout: Sheet.ID?
    package let ours: Side?
    package let theirs: Side?
    /// When the payment was made, by the processor's clock where it has one.
    package let madeAt: Instant

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
        madeAt = record.createdAt
    }

    /// One that the processor does not have.
    init(missing ours: OurPayment) {
        kind = .missing
        processor = ours.processor
        key = AttemptKey(ours.attempt)
        reference = nil
        checkout = ours.checkout
        self.ours = Side(ours)
        theirs = nil
        madeAt = ours.startedAt
    }

    package var merchant: MerchantNumber { key.merchant }
    package var oursText: String { ours?.text ?? Self.nothing }
    package var theirsText: String { theirs?.text ?? Self.nothing }

    private static let nothing = "nothing"
}
