import Checkouts
import Merchants
import Postgres
import Processors
import Vocabulary

/// Asks the processor for the outcome of an attempt and stores it: a worker runs it for abandoned
/// attempts, and a processor notice for the attempt that it names.
struct ResolveAttempt: Sendable {
    let attempt: UnfinishedAttempt
    let merchant: Merchant
    let processor: Processor
    /// True if an attempt that the processor does not know is closed after `closeAfterSeconds`.
    let allowsClose: Bool
    /// Names the caller in the timeline.
    let requestID: String
    let now: Instant

    /// Returns true if the attempt ended; a second caller finds it already ended.
    func callAsFunction(by paymentContext: PaymentContext) async throws -> Bool {
        if attempt.state == .voiding { return try await void(on: paymentContext.database) }
        guard let processorResult = await queryProcessor() else { return false }
        let finish = FinishAttempt(
            context: paymentContext.context(
                attempt.checkout, of: merchant, requestID: requestID, at: now), attempt: attempt.id,
            processorResult: processorResult, buyerIsWaiting: false)
        let ended = try await paymentContext.database.transaction { try finish(in: $0) }
        return !ended.isUnknown
    }

    private func void(on database: Database) async throws -> Bool {
        do {
            _ = try await processor.void(AttemptKey(attempt.id))
        } catch {
            return false
        }
        return try await database.transaction { transaction in
            try FinishVoid(attempt: attempt.id, now: now)(in: transaction)
            return true
        }
    }

    /// Returns the outcome; nil while it may still change.
    private func queryProcessor() async -> Result<AuthorizationOutcome, ProcessorFault>? {
        do {
            if let known = try await processor.find(AttemptKey(attempt.id)) {
                return known == .pending ? nil : .success(known)
            }
            guard allowsClose,
                now.seconds(since: attempt.startedAt) >= RecoverAttempts.closeAfterSeconds
            else { return nil }
            let last = try await processor.close(AttemptKey(attempt.id))
            return last.map { .success($0) } ?? .failure(.closed)
        } catch {
            return nil
        }
    }
}
