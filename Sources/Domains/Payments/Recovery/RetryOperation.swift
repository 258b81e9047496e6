import Checkouts
import Idempotency
import Merchants
import Postgres
import Vocabulary

/// A live server still processes the operation of a repeated call, for at most this many seconds.
package struct OperationInProgress: Error {
    package let secondsLeft: Int
}

/// Handles the same call again with its idempotency key: returns the operation that it started, or
/// finishes it if no server has the lease.
package struct RetryOperation<Operation: PaymentOperation>: Sendable {
    package let id: Identifier<Operation>
    package let context: CheckoutContext
    package let lease: Duration
    package let claim: Claim?

    package init(
        _ id: Identifier<Operation>, context: CheckoutContext, lease: Duration, claim: Claim?
    ) {
        self.id = id
        self.context = context
        self.lease = lease
        self.claim = claim
    }

    package func callAsFunction(
        _ runner: PaymentOperationRunner,
        keep: @escaping @Sendable (OperationResult<Operation>) -> StoredAnswer?
    ) async throws -> OperationResult<Operation> {
        let found = try await runner.database.transaction { try find(in: $0) }
        guard found.operation.awaitsProcessor else { return found }
        return try await runner.end(found, context, claim: claim, keep: keep)
    }

    private func find(in transaction: Transaction) throws -> OperationResult<Operation> {
        let now = context.now
        let payment = try LockedPayment(context, in: transaction)
        guard let row = try transaction.run(Operation.find(id)).first else {
            throw CheckoutRefusal.notFound
        }
        let operation = try Operation(row: row)
        if operation.awaitsProcessor {
            let lease = operation.lease(at: now, until: now.adding(lease))
            guard try transaction.run(lease).first != nil else {
                throw OperationInProgress(
                    secondsLeft: OperationLease.secondsLeft(until: operation.leasedUntil, at: now))
            }
        }
        return OperationResult(operation, payment.session)
    }
}
