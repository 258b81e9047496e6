import Carts
import Checkouts
import Customers
import Postgres
import Vocabulary

/// Reads the status of an order for its buyer: without the buyer, the address and the card. It
/// takes no lock.
package struct FindOrder: Verb {
    package let checkout: CheckoutSession.ID

    package init(_ checkout: CheckoutSession.ID) { self.checkout = checkout }

    package struct Order: Sendable {
        /// As stored: an expired checkout still reads as open.
        package let state: CheckoutSession.State
        /// Including the amount that balances pay.
        package let total: Money
        package let refunded: Money
        /// The merchant's own reference.
        package let reference: String?
        package let customer: Customer.ID?
        /// The number of the server key that derives its client secrets.
        package let derivationKey: Int
        /// The version of Apple Pay JS in the buyer's browser.
        package let clientVersion: Int
    }

    /// Returns nil if the checkout does not exist.
    package func callAsFunction(in transaction: Transaction) throws -> Order? {
        guard let row = try transaction.run(CheckoutSession.find(checkout)).first else {
            return nil
        }
        let session = try CheckoutSession(row: row)
        let currency = session.total.currency
        return Order(
            state: session.state,
            total: Money(
                minorUnits: session.total.minorUnits + session.tendered, currency: currency),
            refunded: Money(minorUnits: session.refunded, currency: currency),
            reference: session.request.reference, customer: session.customer,
            derivationKey: session.derivationKey, clientVersion: session.request.clientVersion)
    }
}
