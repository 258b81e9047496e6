import Checkouts
import Merchants
import Postgres
import Processors
import Vocabulary

/// Asks the processor for the outcome of an attempt and stores it: a worker runs it for abandoned
/// attempts, and a processor webhook for the attempt that it names.
struct EndAttempt: Sendable {
    let attempt: Unfinished
    let merchant: Merchant
    let processor: Processor
    /// True if an attempt that the processor does not know is closed after `closeAfterSeconds`.
    let mayClose: Bool
    /// Names the caller in the timeline.
    let requestID: String
    let now: Instant

    /// Returns true if the attempt ended; a second caller finds it already ended.
    func callAsFunction(by caretaker: Caretaker) async throws -> Bool {
        if attempt.state == .voiding { return try await void(on: caretaker.database) }
        guard let answer = await ask() else { return false }
        let finish = FinishAttempt(
            question: caretaker.question(
                attempt.checkout, of: merchant, requestID: requestID, at: now),
            attempt: attempt.id, answer: answer, isTold: false, identify: caretaker.identify)
        let ended = try await caretaker.database.transaction { try finish(in: $0) }
        return !ended.isUnknown
    }

    private func void(on database: Database) async throws -> Bool {
        do {
            _ = try await processor.void(AttemptKey(attempt.id))
        } catch {
            return false
        }
        return try await database.transaction { transaction in
            try EndVoid(attempt: attempt.id, now: now)(in: transaction)
            return true
        }
    }

    /// Returns the outcome; nil while it may still change.
    private func ask() async -> Result<AuthorizationOutcome, ProcessorFault>? {
        do {
            if let known = try await processor.find(AttemptKey(attempt.id)) {
                return known == .pending ? nil : .success(known)
            }
            guard mayClose,
                now.seconds(since: attempt.startedAt) >= RecoverAttempts.closeAfterSeconds
            else { return nil }
            let last = try await processor.close(AttemptKey(attempt.id))
            return last.map { .success($0) } ?? .failure(.closed)
        } catch {
            return nil
        }
    }
}
