import Postgres
import Vocabulary

/// Lists a page of a merchant's shared orders, newest first, without their menus.
package struct ListSharedOrders: Sendable {
    package let merchant: MerchantNumber
    package let before: UUID128?
    package let limit: Int

    package init(merchant: MerchantNumber, before: UUID128?, limit: Int) {
        self.merchant = merchant
        self.before = before
        self.limit = limit
    }

    package func callAsFunction(in transaction: Transaction) throws -> [SharedOrder] {
        try transaction.run(SharedOrder.page(of: merchant, before: before, limit: limit))
            .map(SharedOrder.init(row:))
    }
}
