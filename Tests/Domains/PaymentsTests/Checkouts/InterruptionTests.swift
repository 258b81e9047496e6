import CartSupport
import Contacts
import Foundation
import Postgres
import Processors
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// The database fails between the call to the processor and the write of its answer.
@Suite struct InterruptionTests {
    @Test func `a charge whose outcome cannot be stored is never reported as not charged`()
        async throws
    {
        try await TestDatabase.configured { $0.lockTimeoutMilliseconds = 100 }
            .withFreshDatabase { database in
                let till = try await Till(on: database)
                let session = try await till.checkout()
                let bank = Bank()
                let release = DispatchSemaphore(value: 0)
                // Releases the row even if the payment throws: a locked row would block the end of
                // the test.
                defer { release.signal() }
                var processor = bank.processor()
                let authorize = processor.authorize
                // During the call to the bank another transaction locks the checkout's row.
                processor.authorize = { (request) async throws(ProcessorFault) in
                    let outcome = try await authorize(request)
                    let locked = DispatchSemaphore(value: 0)
                    _ = Task.detached {
                        try await database.transaction { transaction in
                            _ = try transaction.run(
                                """
                                SELECT true FROM checkouts
                                WHERE merchant_id = \(session.id.merchant)
                                    AND checkout_id = \(session.id.uuid) FOR UPDATE
                                """)
                            locked.signal()
                            release.wait()
                        }
                    }
                    _ = try? await offPool { locked.wait() }
                    return outcome
                }
                let answer = try await till.pay(session, by: processor)
                #expect(!answer.isSuccess)
                #expect(answer.errors.map(\.code) == [.unknown])
                #expect(answer.session.state == .authorizing)
                #expect(bank.asked.all.count == 1)
            }
    }
}
