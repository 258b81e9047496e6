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
        try transaction.run(Customer.find(customer)).first.map {
            try Customer(row: $0, keys: keys)
        }
    }
}
