import Contacts
import Vocabulary

/// A buyer with an account at a merchant.
package struct Customer: Sendable, Identified {
    package static let identifierPrefix = "cus"
    package typealias ID = Identifier<Customer>

    package let id: ID
    /// Nil after the buyer was erased.
    package let contact: Contact?
    /// The identifier of the checkout at which the buyer consented.
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

/// The reason why a call about customers is refused, in order of precedence.
package enum CustomerRefusal: Error, Equatable, Sendable {
    case notFound
    /// A payment of the customer is being authorized, for at most this number of seconds more.
    case paymentInProgress(secondsLeft: Int)
}

extension CustomerRefusal: Refusal {
    package var problem: ProblemDetails {
        switch self {
        case .notFound: .notFound
        case .paymentInProgress(let secondsLeft):
            .conflict(
                "payment_in_progress",
                "a payment of this customer is being authorized; try again when it has ended",
                retryAfterSeconds: secondsLeft)
        }
    }
}
