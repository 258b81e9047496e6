import Merchants
import Postgres
import Vocabulary

/// Notes that Apple has called, so that it is answered at once; what it was about is found out later.
package struct HearTokenNotice: Sendable {
    package let event: TokenEvent.Name
    package let merchant: MerchantNumber
    package let now: Instant

    package init(event: TokenEvent.Name, merchant: MerchantNumber, now: Instant) {
        self.event = event
        self.merchant = merchant
        self.now = now
    }

    /// - Returns: whether there was room for it.
    package func callAsFunction(on database: Database) async throws -> Bool {
        let rows = try await database.run(TokenNotice.hear(event, of: merchant, at: now))
        let waiting: Int64 = try rows[0].get("count")
        return waiting < TokenNotice.waitingMax
    }
}

/// Forgets calls that were done with, once Apple keeps nothing of them either.
package struct ForgetTokenNotices: Sendable {
    package let now: Instant

    package static let batch = 1_000

    package init(now: Instant) { self.now = now }

    /// How many were forgotten; fewer than a batch when there are no more.
    package func callAsFunction(on database: Database) async throws -> Int {
        try await database.run(
            TokenNotice.forget(
                before: now.adding(seconds: -TokenNotice.keptSeconds), limit: Self.batch)
        ).count
    }
}
