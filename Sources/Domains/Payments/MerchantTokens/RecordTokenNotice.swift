import Merchants
import Postgres
import Vocabulary

/// Stores Apple's notification, so that the answer is immediate; a worker reads its content later.
package struct RecordTokenNotice: Sendable {
    package let event: TokenEvent.Name
    package let merchant: MerchantNumber
    package let now: Instant

    package init(event: TokenEvent.Name, merchant: MerchantNumber, now: Instant) {
        self.event = event
        self.merchant = merchant
        self.now = now
    }

    /// - Returns: true if there was room for it.
    package func callAsFunction(on database: Database) async throws -> Bool {
        let rows = try await database.run(TokenNotice.record(event, of: merchant, at: now))
        let waiting: Int64 = try rows[0].get("count")
        return waiting < TokenNotice.waitingMax
    }
}

/// Deletes finished notifications once Apple has deleted its copy, too.
package struct DeleteTokenNotices: Sendable {
    package let now: Instant

    package static let batch = 1_000

    package init(now: Instant) { self.now = now }

    /// Returns the number deleted; fewer than a batch if no more are left.
    package func callAsFunction(on database: Database) async throws -> Int {
        try await database.run(
            TokenNotice.delete(
                before: now.adding(seconds: -TokenNotice.retentionSeconds), limit: Self.batch)
        ).count
    }
}
