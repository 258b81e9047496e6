import Customers
import Vocabulary

/// A checkout as lists show it: with the last attempt to charge a card.
package struct ListedCheckout: Sendable {
    package typealias ID = CheckoutSession.ID

    package let session: CheckoutSession
    package let attempt: Attempt?

    package var id: ID { session.id }

    /// The checkouts that a list asks for.
    package struct Filter: Sendable {
        package var state: CheckoutSession.State?
        package var reference: String?
        package var customer: Customer.ID?
        /// Only checkouts with an approved attempt by a card that ends in these four digits, by
        /// default in the last hundred days.
        package var lastFour: String?
        static let lastFourSeconds: Int64 = 100 * 86_400
        /// Only checkouts with a payment or a payment attempt.
        package var isTried = false
        package var createdAfter: Instant?
        package var createdBefore: Instant?
        package var now: Instant

        package init(now: Instant) { self.now = now }
    }
}
