import Contacts
import Vocabulary

/// One sheet update or payment step, with its result.
package struct TimelineEntry: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case changed
        case shippingContact
        case shippingMethod
        case paymentMethod
        case couponCode
        case balanceAttached
        case balanceDetached
        case authorize
        case authorized
        case declined
        case unknown
        case lateSuccess
        case canceled
        case captured
        case captureFailed
        case voided
        case authorizationExpired
        case refunded
        case refundFailed
        case disputed
    }

    package let checkout: CheckoutSession.ID
    package let entry: UUID128
    package let kind: Kind
    package let at: Instant
    /// The ID of the request; a worker's name if a worker ran it.
    package let requestID: String
    /// Version, total and state afterwards.
    package let version: Int
    package let total: Int64
    package let state: CheckoutSession.State
    /// `code` or `code:contactField` of each error, and the code of a decline; never a value that
    /// the buyer entered.
    package let errors: [String]
    /// The input of the update, sealed with the checkout's key.
    package let input: [UInt8]?

    package init(
        checkout: CheckoutSession.ID, entry: UUID128, kind: Kind, at: Instant, requestID: String,
        version: Int, total: Int64, state: CheckoutSession.State, errors: [String],
        input: [UInt8]?
    ) {
        self.checkout = checkout
        self.entry = entry
        self.kind = kind
        self.at = at
        self.requestID = requestID
        self.version = version
        self.total = total
        self.state = state
        self.errors = errors
        self.input = input
    }
}

extension FieldError {
    /// `shippingContactInvalid:postalCode`, the form in the timeline.
    var timelineCode: String {
        contactField.map { "\(code.rawValue):\($0.rawValue)" } ?? code.rawValue
    }
}
