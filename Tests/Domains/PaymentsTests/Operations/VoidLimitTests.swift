import CartSupport
import Processors
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// A payment must be voided, and the processor does not answer the void.
@Suite struct VoidLimitTests {
    /// Far above the limit of two seconds, so that a busy machine makes no difference.
    private static let patience = Duration.seconds(20)

    @Test func `a void that hangs does not keep the buyer waiting`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database)
            let session = try await till.checkout()
            var processor = Bank().processor()
            processor.authorize = { (request) async throws(ProcessorFault) in
                .partiallyApproved(Bank.approval(of: request, minorUnits: 1))
            }
            let gate = Gate()
            processor.void = { (_) async throws(ProcessorFault) in
                await gate.wait()
                return .voided
            }
            let start = ContinuousClock.now
            // Without the limit of the void, the test fails instead of waiting forever.
            let end = Task {
                try await Task.sleep(for: Self.patience)
                gate.open()
            }
            let answer = try await till.pay(session, by: processor)
            end.cancel()
            gate.open()
            #expect(!answer.isSuccess)
            #expect(answer.attempt?.state == .voiding)
            #expect(ContinuousClock.now - start < Self.patience)
        }
    }
}
