import Merchants
import Postgres
import Vocabulary

/// A page of a merchant's checkouts with the last attempt of each, newest first.
package struct ListCheckouts: Sendable {
    package let merchant: MerchantNumber
    package let filter: Sheet.Filter

    package init(merchant: MerchantNumber, filter: Sheet.Filter) {
        self.merchant = merchant
        self.filter = filter
    }

    package struct Row: Sendable {
        package let sheet: Sheet
        package let attempt: Attempt?

        package init(sheet: Sheet, attempt: Attempt?) {
            self.sheet = sheet
            self.attempt = attempt
        }
    }

    package func callAsFunction(on database: Database) async throws -> Page<Row> {
        try await database.page(
            Sheet.page(filter, of: merchant), limit: filter.limit,
            scanning: Sheet.scan(filter, of: merchant)
        ) { Row(sheet: try Sheet(row: $0), attempt: try Attempt(joined: $0)) }
    }
}
