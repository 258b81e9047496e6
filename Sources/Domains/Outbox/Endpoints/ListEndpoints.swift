import Merchants
import Postgres
import Vocabulary

/// Lists one page of a merchant's endpoints, newest first.
package struct ListEndpoints: Sendable {
    package let merchant: MerchantNumber
    package let before: UUID128?
    package let limit: Int

    package init(merchant: MerchantNumber, before: UUID128?, limit: Int) {
        self.merchant = merchant
        self.before = before
        self.limit = limit
    }

    package func callAsFunction(in transaction: Transaction) throws -> [Endpoint] {
        try transaction.run(Endpoint.page(of: merchant, before: before, limit: limit))
            .map(Endpoint.init(row:))
    }
}
