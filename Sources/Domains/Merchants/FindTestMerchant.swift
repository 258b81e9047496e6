import Postgres

/// Finds the oldest test merchant with a name, such as the demo shop.
package struct FindTestMerchant: Sendable {
    package let name: String

    package init(name: String) { self.name = name }

    package func callAsFunction(on database: Database) async throws -> Merchant? {
        try await database.run(Merchant.firstTest(named: name)).first.map(Merchant.init(row:))
    }
}
