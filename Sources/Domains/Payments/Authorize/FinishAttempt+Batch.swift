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
    func asBatch(
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
    /// verdict needs more work.
    func approvedWrite(
        _ started: BeginAuthorization.StartedAuthorization, claim: Claim?,
        keep: (AuthorizationAnswer) -> StoredAnswer
    ) -> (ApprovedPaymentWrite, AuthorizationAnswer)? {
        var (locked, attempt) = (started.locked, started.attempt)
        let verdict = Verdict(
            answer, to: attempt, accepted: locked.session.request.supportedCountries,
            policy: context.merchant.verdictPolicy)
        guard case .accept(let approval, isLate: false) = verdict else { return nil }
        locked.context = context
        approve(&attempt, approval)
        if started.places != locked.session.choice.places {
            locked.session.privacy.place = locked.seal.seal(places: started.places)
        }
        locked.session.state = .authorized
        locked.session.authorized += attempt.approved
        if approval.isCaptured {
            attempt.captured = attempt.approved
            locked.session.captured += attempt.captured
            locked.session.state = .captured
        }
        locked.session.changedAt = context.now
        locked.session.events += 1
        let answer = AuthorizationAnswer(session: locked.session, attempt: attempt, errors: [])
        let payment = ApprovedPaymentWrite(
            session: locked.session, rowVersion: started.rowVersion, attempt: attempt,
            capture: context.identifier(), entry: locked.entry(.authorized),
            event: event(locked.session.approvalEventType, of: locked.session), claim: claim,
            storedAnswer: claim.map { _ in keep(answer) })
        return (payment, answer)
    }
}
