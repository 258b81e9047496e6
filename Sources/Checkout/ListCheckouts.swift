import Postgres
import Vocabulary

/// A page of a merchant's checkouts, newest first.
package struct ListCheckouts: Sendable {
    package let merchant: MerchantNumber
    package let filter: Sheet.Filter

    package init(merchant: MerchantNumber, filter: Sheet.Filter) {
        self.merchant = merchant
        self.filter = filter
    }

    package func callAsFunction(on database: Database) async throws -> [Sheet] {
        try await database.run(Sheet.page(filter, of: merchant)).map(Sheet.init(row:))
    }
}
