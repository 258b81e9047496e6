import Postgres

/// Returns whether this server has a live merchant.
package struct AnyLiveMerchant: Sendable {
    package init() {}

    package func callAsFunction(on database: Database) async throws -> Bool {
        try await !database.run(Merchant.anyLive).isEmpty
    }
}
