import Idempotency
import Merchants
import Postgres
import Processors
import Vocabulary

/// With what settlements that were begun are ended, whoever asks for it.
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

    /// Asks the processor by its key and writes what became of it.
    ///
    /// - Parameter keep: what is stored for a replay, in the same commit.
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
            // The processor was asked: saying that nothing was done might be untrue. A worker
            // writes it down.
            return begun
        }
    }

    /// What a worker does: somebody else began it.
    func end<Noun: Settlement>(_ noun: Noun, _ question: SheetQuestion) async throws -> Noun {
        let answer = await noun.ask(processor)
        let question = question.later(now(), identify)
        return try await database.transaction { [identify] transaction in
            try Noun.finish(noun.id, answer, question, identify: identify, in: transaction).noun
        }
    }
}

extension SheetQuestion {
    /// The question as it stands when a processor has answered.
    func later(_ moment: Instant, _ identify: (Instant) -> UUID128) -> SheetQuestion {
        SheetQuestion(
            checkout: checkout, generation: generation, merchant: merchant, keys: keys,
            requestID: requestID, language: language, entry: identify(moment), now: moment,
            identify: self.identify)
    }
}
