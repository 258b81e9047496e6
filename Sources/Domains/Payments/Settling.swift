import Checkouts
import Idempotency
import Merchants
import Postgres
import Processors
import Vocabulary

/// Dependencies for finishing a started capture, refund or void.
package struct Settling: Sendable {
    package let database: Database
    package let processor: Processor
    package let now: @Sendable () -> Instant
    package let identify: @Sendable (Instant) -> UUID128

    package init(
        database: Database, processor: Processor, now: @escaping @Sendable () -> Instant,
        identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.database = database
        self.processor = processor
        self.now = now
        self.identify = identify
    }

    /// Asks the processor by the key and stores the outcome.
    ///
    /// - Parameter keep: returns the answer to store for a replay, in the same commit.
    package func end<Noun>(
        _ begun: Settled<Noun>, _ question: SheetQuestion, claim: Claim? = nil,
        keep: @escaping @Sendable (Settled<Noun>) -> StoredAnswer? = { _ in nil }
    ) async throws -> Settled<Noun> {
        let answer = await begun.noun.ask(processor)
        let question = question.later(now(), identify)
        do {
            return try await database.transaction { [identify] transaction in
                let ended = try Noun.finish(
                    begun.noun.id, answer, question, identify: identify, in: transaction)
                if let claim, let answer = keep(ended) {
                    try transaction.later(claim.keep(answer))
                }
                return ended
            }
        } catch is PostgresError {
            // The processor was asked: an answer that nothing happened might be untrue. A worker
            // stores the outcome.
            return begun
        }
    }

    /// Finishes an operation that another caller started; workers use it.
    func end<Noun: Settlement>(_ noun: Noun, _ question: SheetQuestion) async throws -> Noun {
        let answer = await noun.ask(processor)
        let question = question.later(now(), identify)
        return try await database.transaction { [identify] transaction in
            try Noun.finish(noun.id, answer, question, identify: identify, in: transaction).noun
        }
    }
}

extension SheetQuestion {
    /// The context of the call at the moment when the processor has answered.
    func later(_ moment: Instant, _ identify: (Instant) -> UUID128) -> SheetQuestion {
        SheetQuestion(
            checkout: checkout, generation: generation, merchant: merchant, keys: keys,
            requestID: requestID, language: language, entry: identify(moment), now: moment,
            identify: self.identify)
    }
}
