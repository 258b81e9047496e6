import Checkouts
import Idempotency
import Merchants
import Postgres
import Processors
import Vocabulary

/// Dependencies for finishing a started capture, refund or void.
package struct PaymentOperationRunner: Sendable {
    package let database: Database
    package let processor: Processor
    package let now: @Sendable () -> Instant

    package init(database: Database, processor: Processor, now: @escaping @Sendable () -> Instant) {
        self.database = database
        self.processor = processor
        self.now = now
    }

    /// Asks the processor with the operation's key and stores the outcome. Returns the started
    /// operation if the outcome could not be stored.
    ///
    /// - Parameter keep: returns the answer to store for a replay, in the same commit.
    package func end<Operation>(
        _ started: OperationResult<Operation>, _ context: CheckoutContext, claim: Claim? = nil,
        keep: @escaping @Sendable (OperationResult<Operation>) -> StoredAnswer? = { _ in nil }
    ) async throws -> OperationResult<Operation> {
        let result = await started.operation.callProcessor(processor)
        let context = context.later(now())
        do {
            return try await database.transaction { transaction in
                let ended = try Operation.finish(
                    started.operation.id, result, context, in: transaction)
                if let claim, let answer = keep(ended) {
                    try transaction.enqueue(claim.storeAnswer(answer))
                }
                return ended
            }
        } catch is PostgresError {
            // The processor was asked: an answer that nothing happened might be untrue. A worker
            // stores the outcome.
            return started
        }
    }

    /// Finishes an operation that another caller started; workers use it.
    func end<Operation: PaymentOperation>(_ operation: Operation, _ context: CheckoutContext)
        async throws -> Operation
    {
        let result = await operation.callProcessor(processor)
        let context = context.later(now())
        return try await database.transaction { transaction in
            try Operation.finish(operation.id, result, context, in: transaction).operation
        }
    }
}

extension CheckoutContext {
    /// The context of the call at the time when the processor has answered.
    func later(_ now: Instant) -> CheckoutContext {
        CheckoutContext(
            checkout: checkout, generation: generation, merchant: merchant, keys: keys,
            requestID: requestID, language: language, moment: moment.later(now))
    }
}
