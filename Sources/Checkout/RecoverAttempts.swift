import Crypto
import Merchants
import Postgres
import Processors
import Vocabulary

/// Finishes attempts that nobody is at any more: after a crash, after a processor's silence, and
/// what is to be voided. A worker calls it; several may run side by side.
package struct RecoverAttempts: Sendable {
    package let database: Database
    package let registry: Registry
    package let keys: KeyRing
    package let processor: @Sendable (Merchant) -> Processor?
    package let identify: @Sendable (Instant) -> UUID128

    package init(
        database: Database, registry: Registry, keys: KeyRing,
        processor: @escaping @Sendable (Merchant) -> Processor?,
        identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.database = database
        self.registry = registry
        self.keys = keys
        self.processor = processor
        self.identify = identify
    }

    /// So many at a time: each is a call to a processor.
    package static let batch = 20
    /// After this long a processor that does not know an attempt will not hear of it any more.
    package static let closeAfterSeconds: Int64 = 60

    /// How many attempts came to an end. One that cannot be finished holds up no other, and is what
    /// is thrown when the others are done.
    package func callAsFunction(at now: Instant) async throws -> Int {
        let found = try await database.run(Attempt.toFinish(at: now, limit: Self.batch))
            .map(Unfinished.init(row:))
        var ended = 0
        var failure: (any Error)?
        for attempt in found {
            do {
                guard let merchant = try await registry.merchant(attempt.id.merchant),
                    let processor = processor(merchant)
                else { continue }
                let end = EndAttempt(
                    attempt: attempt, merchant: merchant, processor: processor, keys: keys,
                    identify: identify, mayClose: true, requestID: "worker", now: now)
                if try await end(on: database) { ended += 1 }
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return ended
    }
}

/// An attempt that has not come to an end.
struct Unfinished: Sendable {
    let id: Attempt.ID
    let checkout: Sheet.ID
    let state: Attempt.State
    let startedAt: Instant
}
