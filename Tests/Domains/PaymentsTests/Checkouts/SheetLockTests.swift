import CartSupport
import Foundation
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// The row lock of a checkout, which serializes its payments.
struct SheetLockTests {
    /// Without `FOR UPDATE` in `CheckoutSession.lock`, the second payment would see an open
    /// checkout, overtake the first, and reach the bank.
    @Test func `a second payment waits until the first has started`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            let session = try await till.checkout()
            let bank = Bank()
            let begin = till.begin(session, .card("first"))
            let begun = Gate()
            let commit = DispatchSemaphore(value: 0)
            let first = Task.detached {
                try await database.transaction { transaction in
                    defer { begun.open() }
                    _ = try begin(in: transaction)
                    begun.open()
                    commit.wait()
                }
            }
            await begun.wait()
            let second = Task.detached {
                await End { try await till.pay(session, .card("second"), by: bank.processor()) }
            }
            defer { commit.signal() }
            try await eventually("the second payment does not wait for the first") {
                try await database.run(
                    """
                    SELECT true FROM pg_stat_activity
                    WHERE datname = current_database() AND wait_event_type = 'Lock'
                    """
                ).count == 1
            }
            commit.signal()
            try await first.value
            #expect(await second.value == .refused("authorizing(secondsLeft: 5)"))
            #expect(bank.asked.all.isEmpty)
        }
    }
}
