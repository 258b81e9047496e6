import Carts
import Checkouts
import Contacts
import Merchants
import Postgres
import Processors
import Vocabulary

extension BeginAuthorization {
    /// Returns the outcome of an earlier attempt if the same payment arrives again, after a lost
    /// answer, a second tap or a crash, or if that attempt blocks another one. Returns nil if a new
    /// attempt may start.
    func earlierOutcome(_ loaded: LoadedCheckout, in transaction: Transaction) throws -> Outcome? {
        let attempts = try loaded.attempts()
        if let paid = loaded.paidByBalances(after: attempts) { return .answer(paid) }
        guard let last = attempts.first else { return nil }
        let isSame = isOf(last)
        switch last.state {
        case .started where isSame && last.leasedUntil <= context.now:
            // Its server died. A repeated call with its key makes no second charge.
            let contacts = try loaded.seal.contacts(
                loaded.session.privacy.contacts, as: "contacts")
            let captureNow =
                loaded.session.request.captureMethod == .automatic && !loaded.session.totalIsPending
            return .authorize(
                request(loaded.session, last, captureNow: captureNow, contacts), attempt: last.id,
                of: loaded.session, isRetry: true)
        case .started:
            throw CheckoutRefusal.authorizing(
                secondsLeft: last.leaseSecondsLeft(at: context.now))
        case .unknown:
            return .answer(
                AuthorizationAnswer(
                    session: loaded.session, attempt: last, errors: [.stillChecking]))
        case .voiding where last.isBeingVoided && !isSame:
            // The charge succeeded after the buyer saw an unknown outcome: no other payment starts
            // until it is voided.
            return .answer(
                AuthorizationAnswer(
                    session: loaded.session, attempt: last, errors: [.stillChecking]))
        case .authorized where isSame:
            return .answer(
                AuthorizationAnswer(session: loaded.session, attempt: last, errors: []))
        case .authorized, .declined, .voiding, .voided:
            // The same payment at the same version has one outcome (docs/rules/money.md#18). The
            // buyer may try again only if the attempt was not decided, and a replay of the same
            // idempotency key not even then.
            guard let own = attempts.first(where: isOf), isReplay || own.wasDecided else {
                return nil
            }
            return .answer(
                AuthorizationAnswer(
                    session: loaded.session, attempt: own,
                    errors: own.errors(loaded.session.request)))
        }
    }

    /// True if an attempt belongs to this payment, at the version that the request names.
    private func isOf(_ attempt: Attempt) -> Bool {
        attempt.fingerprint == payment.fingerprint(version: version ?? attempt.version)
    }
}
