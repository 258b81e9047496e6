import Merchants
import Postgres
import Vocabulary

/// A page of a merchant's checkouts with the last attempt of each, newest first.
package struct ListCheckouts: Sendable {
    package let merchant: MerchantNumber
    package let filter: CheckoutSession.Filter

    package init(merchant: MerchantNumber, filter: CheckoutSession.Filter) {
        self.merchant = merchant
        self.filter = filter
    }

    package struct Row: Sendable {
        package let session: CheckoutSession
        package let attempt: Attempt?

        package init(session: CheckoutSession, attempt: Attempt?) {
            self.session = session
            self.attempt = attempt
        }
    }

    package func callAsFunction(on database: Database) async throws -> Page<Row> {
        try await database.page(
            CheckoutSession.page(filter, of: merchant), limit: filter.limit,
            scanning: CheckoutSession.scan(filter, of: merchant)
        ) { Row(session: try CheckoutSession(row: $0), attempt: try Attempt(joined: $0)) }
    }
}
