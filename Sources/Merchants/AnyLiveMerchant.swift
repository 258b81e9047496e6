import Postgres

/// Whether there is a live merchant at this server.
package struct AnyLiveMerchant: Sendable {
    package init() {}

    package func callAsFunction(on database: Database) async throws -> Bool {
        try await !database.run(Merchant.anyLive).isEmpty
    }
}
