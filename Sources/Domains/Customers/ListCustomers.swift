import Crypto
import Postgres
import Vocabulary

/// Lists one page of a merchant's customers, newest first.
package struct ListCustomers: Sendable {
    package let merchant: MerchantNumber
    package let before: UUID128?
    package let limit: Int
    package let keys: KeyRing

    package init(merchant: MerchantNumber, before: UUID128?, limit: Int, keys: KeyRing) {
        self.merchant = merchant
        self.before = before
        self.limit = limit
        self.keys = keys
    }

    package func callAsFunction(in transaction: Transaction) throws -> [Customer] {
        try transaction.run(Customer.page(of: merchant, before: before, limit: limit)).map {
            try Customer(row: $0, keys: keys)
        }
    }
}
