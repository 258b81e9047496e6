import Carts
import Checkouts
import Contacts
import Merchants
import Postgres
import Processors
import Vocabulary

extension BeginAuthorization {
    /// Handles the same payment again: after a lost answer, a second tap, or a crash.
    func repeated(_ held: HeldSheet, in transaction: Transaction) throws -> Outcome? {
        let attempts = try held.attempts()
        if let paid = held.paidByBalances(after: attempts) { return .answer(paid) }
        guard let last = attempts.first else { return nil }
        let isSame = isOf(last)
        switch last.state {
        case .started where isSame && last.leasedUntil <= question.now:
            // Its server died. A repeated call with its key makes no second charge.
            let contacts = try held.seal.contacts(
                held.sheet.privacy.contacts, as: "contacts")
            let captureNow =
                held.sheet.request.captureMethod == .automatic && !held.sheet.totalIsPending
            return .ask(
                request(held.sheet, last, captureNow: captureNow, contacts), attempt: last.id,
                of: held.sheet, isAgain: true)
        case .started:
            throw CheckoutRefusal.authorizing(
                secondsLeft: last.leaseSecondsLeft(at: question.now))
        case .unknown:
            return .answer(
                AuthorizationAnswer(sheet: held.sheet, attempt: last, errors: [.stillChecking]))
        case .voiding where last.isGivenBack && !isSame:
            // The charge succeeded after the buyer saw an unknown outcome: no other payment starts
            // until the money is returned.
            return .answer(
                AuthorizationAnswer(sheet: held.sheet, attempt: last, errors: [.stillChecking]))
        case .authorized where isSame:
            return .answer(
                AuthorizationAnswer(sheet: held.sheet, attempt: last, errors: []))
        case .authorized, .declined, .voiding, .voided:
            // The same payment at the same version has one outcome (docs/rules/money.md#18). The
            // buyer may try again only if the processor was not asked, and with an idempotency key
            // not even then.
            guard let own = attempts.first(where: isOf), isRepeated || own.wasDecided else {
                return nil
            }
            return .answer(
                AuthorizationAnswer(
                    sheet: held.sheet, attempt: own, errors: own.errors(held.sheet.request)))
        }
    }

    /// True if an attempt belongs to this payment, at the version that the request names.
    private func isOf(_ attempt: Attempt) -> Bool {
        attempt.fingerprint == payment.fingerprint(version: version ?? attempt.version)
    }
}
