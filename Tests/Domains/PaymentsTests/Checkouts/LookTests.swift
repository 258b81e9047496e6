import CartSupport
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// Concurrent reads share one statement, and each gets its own row.
@Suite struct LookTests {
    @Test func `of many concurrent reads each returns its own checkout`() async throws {
        let till = try await Till()
        var sheets: [Sheet] = []
        for index in 1...40 {
            sheets.append(try await till.checkout("\(index).00"))
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for sheet in sheets {
                group.addTask {
                    let rows = try await till.database.run(LookToStore(checkout: sheet.id))
                    let totals = try rows.map { try Sheet(row: $0).total }
                    #expect(totals == [sheet.total])
                }
                group.addTask {
                    let rows = try await till.database.run(LookToRead(checkout: sheet.id))
                    let found = try rows.map { try Sheet(row: $0).id }
                    #expect(found == [sheet.id])
                }
                group.addTask {
                    let nobody = Sheet.ID(merchant: sheet.id.merchant, uuid: Till.identify(now))
                    let rows = try await till.database.run(LookToStore(checkout: nobody))
                    #expect(rows.isEmpty)
                }
            }
            try await group.waitForAll()
        }
    }
}
