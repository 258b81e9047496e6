import Checkouts
import Merchants
import Postgres
import Processors
import Vocabulary

/// Finishes abandoned attempts: after a crash, after a processor's silence, or when a void is due.
/// A worker calls it; several may run concurrently.
package struct RecoverAttempts: Sendable {
    private let paymentContext: PaymentContext

    package init(_ paymentContext: PaymentContext) { self.paymentContext = paymentContext }

    /// The size of a batch: each attempt is a call to a processor.
    package static let batch = 20
    /// After this long, a processor that does not know an attempt will not receive it any more.
    package static let closeAfterSeconds: Int64 = 60

    /// Returns the number of attempts that ended. An attempt that fails does not stop the others;
    /// its error is thrown after they are done.
    package func callAsFunction(at now: Instant) async throws -> Int {
        let found = try await paymentContext.database.run(
            Attempt.claimUnfinished(at: now, limit: Self.batch)
        ).map(UnfinishedAttempt.init(row:))
        return try await paymentContext.each(found) { attempt in
            guard
                let (merchant, processor) = try await paymentContext.merchant(attempt.id.merchant)
            else { return false }
            return try await ResolveAttempt(
                attempt: attempt, merchant: merchant, processor: processor, allowsClose: true,
                requestID: PaymentContext.worker, now: now)(by: paymentContext)
        }
    }
}

/// An attempt that has not ended.
struct UnfinishedAttempt: Sendable {
    let id: Attempt.ID
    let checkout: CheckoutSession.ID
    let state: Attempt.State
    let startedAt: Instant
}
