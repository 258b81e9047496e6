import Checkouts
import Merchants
import Postgres
import Processors
import Vocabulary

/// Handles a processor notice: the server does not trust its content, but asks the processor by
/// the key and processes the answer as for the browser's request and the worker
/// (docs/rules/demands.md#29).
package struct CompleteByNotice: Sendable {
    private let paymentContext: PaymentContext

    package init(_ paymentContext: PaymentContext) { self.paymentContext = paymentContext }

    /// Returns true if the notice ended an operation, or if its dispute was booked. An unknown or
    /// already ended operation needs no work.
    ///
    /// - Parameter requestID: names the caller in the timeline.
    @discardableResult
    package func callAsFunction(
        _ notice: ProcessorNotice, requestID: String, at now: Instant
    ) async throws -> Bool {
        guard let (merchant, processor) = try await paymentContext.merchant(notice.merchant),
            processor.name == notice.processor
        else { return false }
        switch notice.kind {
        case .authorization:
            guard let id = Attempt.ID(notice.name), id.merchant == merchant.number,
                let row = try await paymentContext.database.run(UnfinishedAttempt.find(id)).first
            else { return false }
            return try await ResolveAttempt(
                attempt: try UnfinishedAttempt(row: row), merchant: merchant, processor: processor,
                allowsClose: false, requestID: requestID, now: now
            )(by: paymentContext)
        case .capture:
            guard let id = Capture.ID(notice.name), id.merchant == merchant.number else {
                return false
            }
            return try await recoverOperations(id, requestID: requestID, at: now)
        case .refund:
            guard let id = Refund.ID(notice.name), id.merchant == merchant.number else {
                return false
            }
            return try await recoverOperations(id, requestID: requestID, at: now)
        case .dispute:
            let sync = SyncDispute(database: paymentContext.database)
            return try await sync(notice.name, of: merchant, by: processor) { checkout in
                paymentContext.context(checkout, of: merchant, requestID: requestID, at: now)
            }
        }
    }

    private var recoverOperations: RecoverOperations { RecoverOperations(paymentContext) }
}
