import Crypto
import Postgres

/// Reads one customer with the decrypted contact; returns nil for an unknown customer.
package struct FindCustomer: Verb {
    package let customer: Customer.ID
    package let keys: KeyRing

    package init(customer: Customer.ID, keys: KeyRing) {
        self.customer = customer
        self.keys = keys
    }

    package func callAsFunction(in transaction: Transaction) throws -> Customer? {
        try found(by: Customer.find(customer), in: transaction)
    }

    /// The same, and erasure waits until the transaction ends.
    package func withShareLock(in transaction: Transaction) throws -> Customer? {
        try found(by: Customer.selectForShare(customer), in: transaction)
    }

    private func found(by query: Query, in transaction: Transaction) throws -> Customer? {
        try transaction.run(query).first.map { try Customer(row: $0, keys: keys) }
    }
}
