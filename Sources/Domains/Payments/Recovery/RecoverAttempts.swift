import Checkouts
import Merchants
import Postgres
import Processors
import Vocabulary

/// Finishes abandoned attempts: after a crash, after a processor's silence, or when a void is due.
/// A worker calls it; several may run concurrently.
package struct RecoverAttempts: Sendable {
    private let caretaker: Caretaker

    package init(_ caretaker: Caretaker) { self.caretaker = caretaker }

    /// The size of a batch: each attempt is a call to a processor.
    package static let batch = 20
    /// After this long, a processor that does not know an attempt will not receive it any more.
    package static let closeAfterSeconds: Int64 = 60

    /// Returns the number of attempts that ended. An attempt that fails does not stop the others;
    /// its error is thrown after they are done.
    package func callAsFunction(at now: Instant) async throws -> Int {
        let found = try await caretaker.database.run(
            Attempt.toFinish(at: now, limit: Self.batch)
        ).map(Unfinished.init(row:))
        return try await caretaker.each(found) { attempt in
            guard
                let (merchant, processor) = try await caretaker.merchant(attempt.id.merchant)
            else { return false }
            return try await EndAttempt(
                attempt: attempt, merchant: merchant, processor: processor, mayClose: true,
                requestID: Caretaker.worker, now: now)(by: caretaker)
        }
    }
}

/// An attempt that has not ended.
struct Unfinished: Sendable {
    let id: Attempt.ID
    let checkout: Sheet.ID
    let state: Attempt.State
    let startedAt: Instant
}
