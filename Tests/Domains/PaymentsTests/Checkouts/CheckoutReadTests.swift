import CartSupport
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// Concurrent reads share one statement, and each gets its own row.
@Suite struct CheckoutReadTests {
    @Test func `of many concurrent reads each returns its own checkout`() async throws {
        let till = try await Till()
        var sessions: [CheckoutSession] = []
        for index in 1...40 {
            sessions.append(try await till.checkout("\(index).00"))
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for session in sessions {
                group.addTask {
                    let rows = try await till.database.run(
                        OptimisticCheckoutRead(checkout: session.id))
                    let totals = try rows.map { try CheckoutSession(row: $0).total }
                    #expect(totals == [session.total])
                }
                group.addTask {
                    let rows = try await till.database.run(CheckoutRead(checkout: session.id))
                    let found = try rows.map { try CheckoutSession(row: $0).id }
                    #expect(found == [session.id])
                }
                group.addTask {
                    let unknownID = CheckoutSession.ID(
                        merchant: session.id.merchant, uuid: Till.identify(now))
                    let rows = try await till.database.run(
                        OptimisticCheckoutRead(checkout: unknownID))
                    #expect(rows.isEmpty)
                }
            }
            try await group.waitForAll()
        }
    }
}
