import Postgres
import Vocabulary

/// A page of a merchant's subscriptions, newest first.
package struct ListSubscriptions: Sendable {
    package let merchant: MerchantNumber
    package let filter: Subscription.Filter

    package init(merchant: MerchantNumber, filter: Subscription.Filter) {
        self.merchant = merchant
        self.filter = filter
    }

    package func callAsFunction(on database: Database) async throws -> [Subscription] {
        try await database.run(Subscription.page(filter, of: merchant), sharing: .reading)
            .map(Subscription.init(row:))
    }
}
