import Merchants
import Postgres
import Vocabulary

/// Lists a page of a merchant's subscriptions, newest first.
package struct ListSubscriptions: Sendable {
    package let merchant: MerchantNumber
    package let filter: Subscription.Filter

    package init(merchant: MerchantNumber, filter: Subscription.Filter) {
        self.merchant = merchant
        self.filter = filter
    }

    package func callAsFunction(on database: Database) async throws -> Page<Subscription> {
        try await database.page(
            Subscription.page(filter, of: merchant), limit: filter.limit,
            scanning: Subscription.scan(filter, of: merchant), Subscription.init(row:))
    }
}
