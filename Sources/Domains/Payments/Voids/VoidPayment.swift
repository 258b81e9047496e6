import Balances
import Checkouts
import Idempotency
import Merchants
import Outbox
import Postgres
import Processors
import Vocabulary

/// Voids in three phases, like a capture.
package struct VoidPayment: Sendable {
    package let begin: BeginVoid
    package let runner: PaymentOperationRunner

    package init(begin: BeginVoid, runner: PaymentOperationRunner) {
        self.begin = begin
        self.runner = runner
    }

    /// - Parameters:
    ///   - isClaimed: true if an earlier call has claimed the key, without a known outcome.
    ///   - answer: the answer to store for a replay once the outcome is certain.
    package func callAsFunction(
        claim: Claim? = nil, isClaimed: Bool = false, keep answer: StoredAnswer? = nil
    ) async throws {
        let started = try await runner.database.transaction { transaction in
            if let claim, !isClaimed { try transaction.enqueue(claim.insertOrFail()) }
            let started = try begin(in: transaction)
            if let claim, let answer, started.isCertain {
                try transaction.enqueue(claim.storeAnswer(answer))
            }
            return started
        }
        switch started {
        case .done: return
        case .capture(let capture):
            _ = try await runner.end(capture, begin.context, claim: claim) {
                $0.operation.isUnderWay ? nil : answer
            }
        case .void(let attempt):
            do {
                _ = try await runner.processor.void(AttemptKey(attempt))
                let moment = runner.now()
                try await runner.database.transaction { transaction in
                    try FinishVoid(attempt: attempt, now: moment)(in: transaction)
                }
            } catch {
                // The outcome is already stored; a worker repeats the call to the processor.
                return
            }
        }
    }
}
