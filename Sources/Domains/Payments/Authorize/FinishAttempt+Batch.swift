import Carts
import Checkouts
import Idempotency
import Merchants
import Outbox
import Postgres
import Processors
import Vocabulary

extension FinishAttempt {
    /// Stores the outcome of a payment that started on this path if the checkout's row has not
    /// changed since.
    ///
    /// - Returns: nil if this path does not apply. After any failure the caller finishes under
    ///   locks; if the write was committed after all, it finds the answer there.
    func runWithoutRowLock(
        _ started: BeginAuthorization.StartedAuthorization, on database: Database, claim: Claim?,
        keep: (AuthorizationAnswer) -> StoredAnswer
    ) async -> AuthorizationAnswer? {
        guard let (payment, answer) = approvedWrite(started, claim: claim, keep: keep) else {
            return nil
        }
        let rows = try? await database.run(payment)
        return rows?.isEmpty == false ? answer : nil
    }

    /// Returns the rows to write for a payment that was approved as requested; nil if another
    /// decision needs more work.
    func approvedWrite(
        _ started: BeginAuthorization.StartedAuthorization, claim: Claim?,
        keep: (AuthorizationAnswer) -> StoredAnswer
    ) -> (ApprovedPaymentWrite, AuthorizationAnswer)? {
        var (loaded, attempt) = (started.loaded, started.attempt)
        let decision = AttemptDecision(
            processorResult, to: attempt, accepted: loaded.session.request.supportedCountries,
            policy: context.merchant.attemptPolicy)
        guard case .accept(let approval, isLate: false) = decision else { return nil }
        loaded.context = context
        approve(&attempt, approval)
        if started.places != loaded.session.choice.places {
            loaded.session.privacy.place = loaded.seal.seal(places: started.places)
        }
        loaded.session.state = .authorized
        loaded.session.authorized += attempt.approved
        if approval.isCaptured {
            attempt.captured = attempt.approved
            loaded.session.captured += attempt.captured
            loaded.session.state = .captured
        }
        loaded.session.changedAt = context.now
        loaded.session.events += 1
        let answer = AuthorizationAnswer(session: loaded.session, attempt: attempt, errors: [])
        let payment = ApprovedPaymentWrite(
            session: loaded.session, rowVersion: started.rowVersion, attempt: attempt,
            capture: context.identifier(), entry: loaded.entry(.authorized),
            event: event(loaded.session.approvalEventType, of: loaded.session), claim: claim,
            storedAnswer: claim.map { _ in keep(answer) })
        return (payment, answer)
    }
}
