import Merchants
import Postgres
import Vocabulary

/// Creates a clock, for test merchants only.
package struct CreateClock: Verb {
    package let clock: TestClock
    package let merchant: Merchant

    package init(clock: TestClock, merchant: Merchant) {
        self.clock = clock
        self.merchant = merchant
    }

    package func callAsFunction(in transaction: Transaction) throws -> TestClock {
        guard !merchant.live else { throw SubscriptionRefusal.testMerchantsOnly }
        try transaction.enqueue(clock.insert)
        return clock
    }
}

/// Finds one clock.
package struct FindClock: Sendable {
    package let clock: TestClock.ID

    package init(clock: TestClock.ID) { self.clock = clock }

    package func callAsFunction(on database: Database) async throws -> TestClock {
        guard let row = try await database.run(TestClock.find(clock), groupCommit: .reading).first
        else { throw SubscriptionRefusal.notFound }
        return try TestClock(row: row)
    }
}
