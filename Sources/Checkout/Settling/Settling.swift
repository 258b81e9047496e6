import Idempotency
import Merchants
import Postgres
import Processors
import Vocabulary

/// What ends captures and refunds that were begun, whoever asks for it.
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

    /// Asks the processor by the capture's key and writes what became of it.
    package func end(
        _ begun: Settled<Capture>, _ question: SheetQuestion, claim: Claim? = nil,
        keep: @escaping @Sendable (Settled<Capture>) -> StoredAnswer? = { _ in nil }
    ) async throws -> Settled<Capture> {
        let answer = await ask(begun.noun)
        let finish = FinishCapture(
            question: question.later(now(), identify), capture: begun.noun.id, answer: answer,
            identify: identify)
        return try await write(begun, claim, keep) { try finish(in: $0) }
    }

    /// What a worker does: somebody else began it.
    func end(_ capture: Capture, _ question: SheetQuestion) async throws -> Capture {
        let answer = await ask(capture)
        let finish = FinishCapture(
            question: question.later(now(), identify), capture: capture.id, answer: answer,
            identify: identify)
        return try await database.transaction { try finish(in: $0) }.noun
    }

    func end(_ refund: Refund, _ question: SheetQuestion) async throws -> Refund {
        let answer = await ask(refund)
        let finish = FinishRefund(
            question: question.later(now(), identify), refund: refund.id, answer: answer,
            identify: identify)
        return try await database.transaction { try finish(in: $0) }.noun
    }

    /// The same for a refund.
    package func end(
        _ begun: Settled<Refund>, _ question: SheetQuestion, claim: Claim? = nil,
        keep: @escaping @Sendable (Settled<Refund>) -> StoredAnswer? = { _ in nil }
    ) async throws -> Settled<Refund> {
        let answer = await ask(begun.noun)
        let finish = FinishRefund(
            question: question.later(now(), identify), refund: begun.noun.id, answer: answer,
            identify: identify)
        return try await write(begun, claim, keep) { try finish(in: $0) }
    }

    private func write<Noun>(
        _ begun: Settled<Noun>, _ claim: Claim?,
        _ keep: @escaping @Sendable (Settled<Noun>) -> StoredAnswer?,
        _ finish: @escaping @Sendable (Transaction) throws -> Settled<Noun>
    ) async throws -> Settled<Noun> {
        do {
            return try await database.transaction { transaction in
                let ended = try finish(transaction)
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

    private func ask(_ refund: Refund) async -> Result<RefundOutcome, ProcessorFault> {
        guard refund.toCard > 0, let attempt = refund.attempt else {
            return .success(.succeeded(reference: ""))
        }
        let request = RefundRequest(
            key: AttemptKey(refund.id), charge: AttemptKey(attempt),
            amount: Money(minorUnits: refund.toCard, currency: refund.amount.currency))
        do throws(ProcessorFault) {
            return .success(try await processor.refund(request))
        } catch {
            return .failure(error)
        }
    }

    /// The increment that it needs, and then the capture; both by its key, so that asking again
    /// changes nothing.
    private func ask(_ capture: Capture) async -> CaptureAnswer {
        guard let attempt = capture.attempt else { return CaptureAnswer() }
        let key = AttemptKey(capture.id)
        let charge = AttemptKey(attempt)
        var answer = CaptureAnswer()
        if capture.increment > 0 {
            let request = IncrementRequest(
                key: key, charge: charge,
                amount: Money(
                    minorUnits: capture.increment, currency: capture.amount.currency))
            do throws(ProcessorFault) {
                answer.increment = .success(try await processor.increment(request))
            } catch {
                answer.increment = .failure(error)
            }
            guard answer.isRaised else { return answer }
        }
        let request = CaptureRequest(
            key: key, charge: charge,
            amount: Money(minorUnits: capture.card, currency: capture.amount.currency),
            isLast: capture.isLast)
        do throws(ProcessorFault) {
            answer.capture = .success(try await processor.capture(request))
        } catch {
            answer.capture = .failure(error)
        }
        return answer
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
