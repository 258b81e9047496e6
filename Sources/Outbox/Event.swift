import Merchants
import Postgres
import Vocabulary

/// Something that happened, written in the transaction that made it happen.
package struct Event: Sendable, Identified {
    package static let identifierPrefix = "evt"
    package typealias ID = Identifier<Event>

    package let id: ID
    package let type: Kind
    /// The text of the object's identifier.
    package let object: String
    /// Numbers the events of one object from 1.
    package let sequence: Int
    /// The object as it was then, as JSON without secrets and contacts.
    package let data: [UInt8]
    package let at: Instant

    package enum Kind: String, Sendable, CaseIterable {
        case checkoutAuthorized = "checkout.authorized"
        case checkoutCaptured = "checkout.captured"
        case checkoutDeclined = "checkout.declined"
        case checkoutFailed = "checkout.failed"
        case checkoutCanceled = "checkout.canceled"
        /// A charge succeeded after the buyer was told that it had not.
        case checkoutLateSuccess = "checkout.late_success"
        case customerOpened = "customer.opened"
    }

    package init(id: ID, type: Kind, object: String, sequence: Int, data: [UInt8], at: Instant) {
        self.id = id
        self.type = type
        self.object = object
        self.sequence = sequence
        self.data = data
        self.at = at
    }
}
