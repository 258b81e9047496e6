import Customers
import Postgres
import Vocabulary

/// What has become of what was bought, as its buyer is told: without whom, where to, and by what they paid. Without a lock.
package struct FindOrder: Sendable {
    package let checkout: Sheet.ID

    package init(_ checkout: Sheet.ID) { self.checkout = checkout }

    package struct Order: Sendable {
        /// As it is stored: one that nobody pays any more is open still.
        package let state: Sheet.State
        /// Together with what balances pay.
        package let total: Money
        package let refunded: Money
        /// The merchant's own name for it.
        package let reference: String?
        package let customer: Customer.ID?
        /// Of the server's keys that from which its secrets are derived.
        package let derivationKey: Int
        /// Of Apple Pay JS in the buyer's browser.
        package let clientVersion: Int
    }

    /// Nothing when there is no such checkout.
    package func callAsFunction(in transaction: Transaction) throws -> Order? {
        guard let row = try transaction.run(Sheet.find(checkout)).first else { return nil }
        let sheet = try Sheet(row: row)
        let currency = sheet.total.currency
        return Order(
            state: sheet.state,
            total: Money(minorUnits: sheet.total.minorUnits + sheet.tendered, currency: currency),
            refunded: Money(minorUnits: sheet.refunded, currency: currency),
            reference: sheet.request.reference, customer: sheet.customer,
            derivationKey: sheet.derivationKey, clientVersion: sheet.request.clientVersion)
    }
}
