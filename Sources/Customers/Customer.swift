import Contacts
import Vocabulary

/// A buyer who keeps an account with a merchant.
package struct Customer: Sendable, Identified {
    package static let identifierPrefix = "cus"
    package typealias ID = Identifier<Customer>

    package let id: ID
    /// Nothing once the buyer was erased.
    package let contact: Contact?
    /// The text of the checkout at which the buyer agreed.
    package let checkout: String
    package let consentedAt: Instant
    package let createdAt: Instant
    package let erasedAt: Instant?

    package init(
        id: ID, contact: Contact?, checkout: String, consentedAt: Instant, createdAt: Instant,
        erasedAt: Instant? = nil
    ) {
        self.id = id
        self.contact = contact
        self.checkout = checkout
        self.consentedAt = consentedAt
        self.createdAt = createdAt
        self.erasedAt = erasedAt
    }
}

/// Why a call about customers is refused. In order of precedence.
package enum CustomerRefusal: Error, Equatable, Sendable {
    case notFound
    /// A payment of theirs is being authorised, for so many seconds more at most.
    case paymentInProgress(secondsLeft: Int)
}
