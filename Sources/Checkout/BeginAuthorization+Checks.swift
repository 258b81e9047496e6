import Contacts
import Merchants
import Postgres
import Processors
import Vocabulary

extension BeginAuthorization {
    /// The same payment again: after a lost answer, a second tap, or a crash.
    func repeated(_ held: HeldSheet, in transaction: Transaction) throws -> Outcome? {
        let attempts = try held.attempts()
        if let paid = held.paidByBalances(after: attempts) { return .answer(paid) }
        guard let last = attempts.first else { return nil }
        let isSame = isOf(last)
        switch last.state {
        case .started where isSame && last.leasedUntil <= question.now:
            // Its server died. Asking again with its key makes no second charge.
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
            // It was taken after the buyer was told that nobody knows: nothing more until they have it back.
            return .answer(
                AuthorizationAnswer(sheet: held.sheet, attempt: last, errors: [.stillChecking]))
        case .authorized where isSame:
            return .answer(
                AuthorizationAnswer(sheet: held.sheet, attempt: last, errors: []))
        case .authorized, .declined, .voiding, .voided:
            // The same payment at the same version has one outcome, whoever ended it (money.md
            // 18). Only where nobody was asked may it be tried anew, and with a key not even then.
            guard let own = attempts.first(where: isOf), isRepeated || own.wasDecided else {
                return nil
            }
            return .answer(
                AuthorizationAnswer(
                    sheet: held.sheet, attempt: own, errors: own.errors(held.sheet.request)))
        }
    }

    /// Whether an attempt is of this payment, at the version that the request names.
    private func isOf(_ attempt: Attempt) -> Bool {
        attempt.fingerprint == payment.fingerprint(version: version ?? attempt.version)
    }
}
