import Postgres
import Vocabulary

/// A page of a merchant's checkouts with how each was last tried to be paid, newest first.
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
    }

    package func callAsFunction(on database: Database) async throws -> [Row] {
        try await database.run(Sheet.page(filter, of: merchant)).map {
            Row(sheet: try Sheet(row: $0), attempt: try Attempt(joined: $0))
        }
    }
}
