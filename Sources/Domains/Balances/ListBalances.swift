import Postgres
import Vocabulary

/// Lists one page of a merchant's balances, newest first.
package struct ListBalances: Sendable {
    package let merchant: MerchantNumber
    package let filter: Filter

    /// The selection of balances.
    package struct Filter: Sendable {
        package var reference: String?
        package var customer: UUID128?
        package var before: UUID128?
        package var limit: Int

        package init(
            reference: String? = nil, customer: UUID128? = nil, before: UUID128? = nil, limit: Int
        ) {
            self.reference = reference
            self.customer = customer
            self.before = before
            self.limit = limit
        }
    }

    package init(merchant: MerchantNumber, filter: Filter) {
        self.merchant = merchant
        self.filter = filter
    }

    package func callAsFunction(in transaction: Transaction) throws -> [Balance] {
        try transaction.run(Balance.page(filter, of: merchant)).map(Balance.init(row:))
    }
}
