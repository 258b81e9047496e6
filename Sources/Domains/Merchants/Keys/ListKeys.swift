import Postgres
import Vocabulary

/// Lists a merchant's keys, oldest first, including revoked and expired ones.
package struct ListKeys: Verb {
    package let merchant: MerchantNumber

    package init(merchant: MerchantNumber) { self.merchant = merchant }

    package func callAsFunction(in transaction: Transaction) throws -> [APIKey] {
        try transaction.run(APIKey.all(of: merchant)).map(APIKey.init(row:))
    }
}
