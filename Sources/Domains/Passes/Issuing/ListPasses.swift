import Crypto
import Merchants
import Postgres
import Vocabulary

/// Lists a page of a merchant's passes or orders, newest first.
package struct ListPasses: Sendable {
    package let merchant: MerchantNumber
    package let filter: Filter
    package let keys: KeyRing

    /// The filter of the list; nil matches anything.
    package struct Filter: Sendable {
        package var before: UUID128?
        package var limit: Int
        package var kind = PackageKind.pass
        package var type: UUID128?
        package var customer: UUID128?
        /// The identifier of the passes' subject, as text.
        package var subject: String?
        package var relevantFrom: Instant?
        package var relevantUntil: Instant?
        package var devicesMin: Int?

        package init(before: UUID128?, limit: Int) {
            self.before = before
            self.limit = limit
        }
    }

    package init(of merchant: MerchantNumber, _ filter: Filter, keys: KeyRing) {
        self.merchant = merchant
        self.filter = filter
        self.keys = keys
    }

    package func callAsFunction(on database: Database) async throws -> Page<Pass> {
        try await database.page(
            Pass.page(of: merchant, filter), limit: filter.limit,
            scanning: Pass.scan(of: merchant, filter)
        ) { try Pass(row: $0, keys: keys) }
    }
}
