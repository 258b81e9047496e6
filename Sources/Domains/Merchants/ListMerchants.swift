import Postgres
import Vocabulary

/// Lists a page of all merchants for the operator, newest first.
package struct ListMerchants: Verb {
    package let before: MerchantNumber?
    package let limit: Int

    package init(before: MerchantNumber?, limit: Int) {
        self.before = before
        self.limit = limit
    }

    package func callAsFunction(in transaction: Transaction) throws -> [Merchant] {
        try transaction.run(Merchant.page(before: before, limit: limit)).map(Merchant.init(row:))
    }
}
