import Contacts
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
                if try await end(attempt, of: merchant, with: processor, at: now) { ended += 1 }
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return ended
    }

    private func end(
        _ attempt: Unfinished, of merchant: Merchant, with processor: Processor, at now: Instant
    ) async throws -> Bool {
        let key = AttemptKey(attempt.id)
        if attempt.state == .voiding {
            do {
                _ = try await processor.void(key)
            } catch {
                return false
            }
            return try await database.transaction { transaction in
                try EndVoid(attempt: attempt.id, now: now)(in: transaction)
                return true
            }
        }
        guard let answer = try await ask(processor, about: attempt, at: now) else { return false }
        let finish = FinishAttempt(
            question: SheetQuestion(
                checkout: attempt.checkout, generation: nil, merchant: merchant, keys: keys,
                requestID: "worker", language: .english,
                entry: identify(now), now: now, identify: identify),
            attempt: attempt.id, answer: answer, isTold: false, identify: identify)
        let ended = try await database.transaction { try finish(in: $0) }
        return !ended.isUnknown
    }

    /// What became of it; nothing as long as that may still change.
    private func ask(_ processor: Processor, about attempt: Unfinished, at now: Instant)
        async throws -> Result<AuthorizationOutcome, ProcessorFault>?
    {
        do {
            if let known = try await processor.find(AttemptKey(attempt.id)) {
                return known == .pending ? nil : .success(known)
            }
            guard now.seconds(since: attempt.startedAt) >= Self.closeAfterSeconds else {
                return nil
            }
            let last = try await processor.close(AttemptKey(attempt.id))
            return last.map { .success($0) } ?? .failure(.closed)
        } catch {
            return nil
        }
    }
}

/// An attempt that a worker has leased.
struct Unfinished: Sendable {
    let id: Attempt.ID
    let checkout: Sheet.ID
    let state: Attempt.State
    let startedAt: Instant
}
