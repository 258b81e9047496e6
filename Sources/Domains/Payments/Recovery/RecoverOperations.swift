import Merchants
import Postgres
import Processors
import Threads
import Vocabulary

/// Finishes captures and refunds that were abandoned, are pending, or have an unknown outcome: asks
/// the processor again by the same key. Several may run concurrently.
package struct RecoverOperations: Sendable {
    private let paymentContext: PaymentContext

    package init(_ paymentContext: PaymentContext) { self.paymentContext = paymentContext }

    /// The batch of each kind: each item is a call to a processor.
    package static let batch = 20

    /// Returns the number that ended. One that fails does not stop the others; its error is thrown
    /// after they are done.
    package func callAsFunction(at now: Instant) async throws -> Int {
        // Captures that fail repeatedly do not stop refunds.
        let captures = await Result { try await recover(Capture.self, at: now) }
        let refunds = await Result { try await recover(Refund.self, at: now) }
        return try captures.get() + refunds.get()
    }

    /// Finishes the one that a processor notice names.
    package func callAsFunction<Operation: PaymentOperation>(
        _ id: Identifier<Operation>, requestID: String, at now: Instant
    ) async throws -> Bool {
        guard let row = try await paymentContext.database.run(Operation.find(id)).first else {
            return false
        }
        return try await end(try Operation(row: row), requestID: requestID, at: now)
    }

    private func recover<Operation: PaymentOperation>(_: Operation.Type, at now: Instant)
        async throws -> Int
    {
        let found = try await paymentContext.database.run(
            Operation.claimUnfinished(at: now, limit: Self.batch)
        )
        .map(Operation.init(row:))
        return try await paymentContext.each(found) {
            try await end($0, requestID: PaymentContext.worker, at: now)
        }
    }

    private func end(
        _ operation: some PaymentOperation, requestID: String, at now: Instant
    ) async throws -> Bool {
        guard operation.isUnderWay,
            let (merchant, processor) = try await paymentContext.merchant(
                operation.checkout.merchant)
        else { return false }
        let runner = paymentContext.runner(by: processor, at: now)
        let context = paymentContext.context(
            operation.checkout, of: merchant, requestID: requestID, at: now)
        return try await !runner.end(operation, context).isUnderWay
    }
}
