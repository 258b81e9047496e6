import Checkouts
import Idempotency
import Merchants
import Postgres

/// The first phase of a capture or refund.
package protocol BeginOperation: Sendable {
    associatedtype Operation: PaymentOperation

    var context: CheckoutContext { get }
    var claim: Claim? { get }

    /// - Returns: one in progress if the processor has to be asked, or an ended one.
    func callAsFunction(in transaction: Transaction) throws -> OperationResult<Operation>
}

/// Captures or refunds in all three phases.
package struct RunOperation<Begin: BeginOperation>: Sendable {
    package let begin: Begin
    package let runner: PaymentOperationRunner

    package init(_ begin: Begin, _ runner: PaymentOperationRunner) {
        self.begin = begin
        self.runner = runner
    }

    /// - Parameter keep: returns the answer to store for a replay, in the same commit; nil while it
    ///   is in progress.
    package func callAsFunction(
        keep: @escaping @Sendable (OperationResult<Begin.Operation>) -> StoredAnswer?
    ) async throws -> OperationResult<Begin.Operation> {
        let started = try await runner.database.transaction { transaction in
            let started = try begin(in: transaction)
            if let claim = begin.claim, let answer = keep(started) {
                try transaction.enqueue(claim.storeAnswer(answer))
            }
            return started
        }
        guard started.operation.isUnderWay else { return started }
        return try await runner.end(started, begin.context, claim: begin.claim, keep: keep)
    }
}
