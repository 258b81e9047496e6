import Postgres
import Vocabulary

/// Lists a page of a merchant's plans, newest first.
package struct ListPlans: Sendable {
    package let merchant: MerchantNumber
    package let before: UUID128?
    package let limit: Int

    package init(merchant: MerchantNumber, before: UUID128?, limit: Int) {
        self.merchant = merchant
        self.before = before
        self.limit = limit
    }

    package func callAsFunction(on database: Database) async throws -> [Plan] {
        try await database.run(
            Plan.page(of: merchant, before: before, limit: limit), groupCommit: .reading
        ).map(Plan.init(row:))
    }
}
