import Merchants
import Postgres
import Processors
import Vocabulary

/// Finishes attempts that nobody is at any more: after a crash, after a processor's silence, and
/// what is to be voided. A worker calls it; several may run side by side.
package struct RecoverAttempts: Sendable {
    private let caretaker: Caretaker

    package init(_ caretaker: Caretaker) { self.caretaker = caretaker }

    /// So many at a time: each is a call to a processor.
    package static let batch = 20
    /// After this long a processor that does not know an attempt will not hear of it any more.
    package static let closeAfterSeconds: Int64 = 60

    /// How many attempts came to an end. One that cannot be finished holds up no other, and is what
    /// is thrown when the others are done.
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

/// An attempt that has not come to an end.
struct Unfinished: Sendable {
    let id: Attempt.ID
    let checkout: Sheet.ID
    let state: Attempt.State
    let startedAt: Instant
}
