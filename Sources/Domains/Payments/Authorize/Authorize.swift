import Checkouts
import Contacts
import Idempotency
import Merchants
import Postgres
import Processors
import Vocabulary

/// Charges the buyer in three phases: begin, ask the processor, finish. It awaits nothing under a
/// lock. If the server dies at any point, a worker or the next request finishes the attempt.
package struct Authorize: Sendable {
    package var begin: BeginAuthorization
    package let processor: Processor
    /// The time that the processor may take; the answer must come within
    /// `PaymentSheetLimits.paymentSecondsMax`.
    package let limit: Duration
    package let deadlines: Deadlines
    package let now: @Sendable () -> Instant

    package init(
        begin: BeginAuthorization, processor: Processor, limit: Duration, deadlines: Deadlines,
        now: @escaping @Sendable () -> Instant
    ) {
        self.begin = begin
        self.processor = processor
        self.limit = limit
        self.deadlines = deadlines
        self.now = now
    }

    /// - Parameter keep: returns the answer to store for a replay of a known outcome, in the same
    ///   commit.
    package func callAsFunction(
        on database: Database,
        keep: @escaping @Sendable (AuthorizationAnswer) -> StoredAnswer
    ) async throws -> AuthorizationAnswer {
        if let started = try await begin.runWithoutRowLock(on: database) {
            let finish = finish(started.attempt.id, await authorize(started.request))
            if let answer = await finish.runWithoutRowLock(
                started, on: database, keep: { claimAnswer($0, keep) })
            {
                await voidUnacceptedAuthorization(answer, on: database)
                return answer
            }
            return try await end(finish, of: started.loaded.session, on: database, keep: keep)
        }
        switch try await beginInTransaction(on: database, keep: keep) {
        case .answer(let answer): return answer
        case .authorize(let request, let attempt, let session, let isRetry):
            let answer = await authorize(request)
            return try await end(
                finish(attempt, isRetry ? answer.mapError(\.inDoubt) : answer), of: session,
                on: database,
                keep: keep)
        }
    }

    /// Begins under locks.
    private func beginInTransaction(
        on database: Database,
        keep: @escaping @Sendable (AuthorizationAnswer) -> StoredAnswer
    ) async throws -> BeginAuthorization.Outcome {
        do {
            return try await database.transaction { [begin] transaction in
                let started = try begin(in: transaction)
                if case .answer(let answer) = started, answer.isFinal, let claim = begin.claim {
                    try transaction.enqueue(claim.storeAnswer(keep(answer)))
                }
                return started
            }
        } catch let error as PostgresError where error.constraintName == Attempt.tokenPaysOnce {
            throw CheckoutRefusal.tokenUsed
        }
    }

    /// No buyer waits for the charge of a saved card. The attempt then reports no outcome to a
    /// sheet, so its approval is never late.
    private func finish(
        _ attempt: Attempt.ID, _ answer: Result<AuthorizationOutcome, ProcessorFault>
    ) -> FinishAttempt {
        FinishAttempt(
            context: begin.context.later(now()), attempt: attempt, processorResult: answer,
            buyerIsWaiting: !begin.payment.instrument.isSavedCard)
    }

    /// Writes the outcome under locks.
    private func end(
        _ finish: FinishAttempt, of session: CheckoutSession, on database: Database,
        keep: @escaping @Sendable (AuthorizationAnswer) -> StoredAnswer
    ) async throws -> AuthorizationAnswer {
        let answer: AuthorizationAnswer
        do {
            answer = try await database.transaction { transaction in
                try finish(in: transaction) { claimAnswer($0, keep) }
            }
        } catch is PostgresError {
            // The processor was asked: an answer that nothing happened might be untrue and lead to
            // a second purchase. A worker finishes this attempt.
            return AuthorizationAnswer(session: session, attempt: nil, errors: [.stillChecking])
        }
        await voidUnacceptedAuthorization(answer, on: database)
        return answer
    }

    private func claimAnswer(
        _ answer: AuthorizationAnswer, _ keep: (AuthorizationAnswer) -> StoredAnswer
    ) -> ClaimAnswer? {
        begin.claim.map { ClaimAnswer(claim: $0, answer: keep(answer)) }
    }

    /// Repeats the same call with its idempotency key: claims nothing, and returns the outcome of
    /// the started attempt or finishes it.
    package func replay(
        on database: Database,
        keep: @escaping @Sendable (AuthorizationAnswer) -> StoredAnswer
    ) async throws -> AuthorizationAnswer {
        var repeated = self
        repeated.begin.isReplay = true
        return try await repeated(on: database, keep: keep)
    }

    private func authorize(_ request: AuthorizationRequest) async
        -> Result<AuthorizationOutcome, ProcessorFault>
    {
        do throws(ProcessorFault) {
            return .success(
                try await processor.authorize(
                    request, within: limit, on: deadlines,
                    // The charge of a saved card does not pause and try again here: a later job
                    // does, when no buyer waits.
                    pauses: begin.payment.instrument.isSavedCard ? [] : Processor.pausesForBuyers))
        } catch {
            return .failure(error)
        }
    }

    /// The buyer waits for the void: together with `limit` the answer stays within 25 s.
    private static let voidLimit = Duration.seconds(2)

    /// Voids an approval that is not kept. If the void fails, or cannot be recorded, a worker
    /// repeats it: the outcome is already written, and the buyer waits for it.
    private func voidUnacceptedAuthorization(_ answer: AuthorizationAnswer, on database: Database)
        async
    {
        guard let attempt = answer.attempt, attempt.state == .voiding else { return }
        do {
            _ = try await processor.limited(to: Self.voidLimit, on: deadlines)
                .void(AttemptKey(attempt.id))
            let moment = now()
            try await database.transaction { transaction in
                try FinishVoid(attempt: attempt.id, now: moment)(in: transaction)
            }
        } catch {
            return
        }
    }
}
