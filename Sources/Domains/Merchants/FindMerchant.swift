import Postgres
import Vocabulary

/// Finds a merchant by its number.
package struct FindMerchant: Verb {
    package let number: MerchantNumber

    package init(number: MerchantNumber) { self.number = number }

    package func callAsFunction(in transaction: Transaction) throws -> Merchant {
        guard let row = try transaction.run(Merchant.find(number)).first else {
            throw MerchantRefusal.merchantNotFound
        }
        return try Merchant(row: row)
    }
}
