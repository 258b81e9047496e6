import Postgres

/// The first test merchant of a name; the demo's shop is one.
package struct FindTestMerchant: Sendable {
    package let name: String

    package init(name: String) { self.name = name }

    package func callAsFunction(on database: Database) async throws -> Merchant? {
        try await database.run(Merchant.firstTest(named: name)).first.map(Merchant.init(row:))
    }
}
