import Postgres
import Vocabulary

/// The keys of a merchant, oldest first; ended ones too.
package struct ListKeys: Sendable {
    package let merchant: MerchantNumber

    package init(merchant: MerchantNumber) { self.merchant = merchant }

    package func callAsFunction(in transaction: Transaction) throws -> [APIKey] {
        try transaction.run(APIKey.all(of: merchant)).map(APIKey.init(row:))
    }
}
