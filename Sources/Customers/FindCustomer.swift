import Crypto
import Postgres

/// One customer with the contact opened; nothing when there is none.
package struct FindCustomer: Sendable {
    package let customer: Customer.ID
    package let keys: KeyRing

    package init(customer: Customer.ID, keys: KeyRing) {
        self.customer = customer
        self.keys = keys
    }

    package func callAsFunction(in transaction: Transaction) throws -> Customer? {
        try found(by: Customer.find(customer), in: transaction)
    }

    /// The same, and nobody erases the customer before the transaction ends.
    package func shared(in transaction: Transaction) throws -> Customer? {
        try found(by: Customer.share(customer), in: transaction)
    }

    private func found(by query: Query, in transaction: Transaction) throws -> Customer? {
        try transaction.run(query).first.map { try Customer(row: $0, keys: keys) }
    }
}
