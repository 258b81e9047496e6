import Contacts
import Idempotency
import Merchants
import Outbox
import Postgres
import Processors
import Vocabulary

// A payment without a lock of its own, in one statement before the processor is asked and one after,
// which take the payments of others who wait along (docs/decisions/0011).

extension BeginAuthorization {
    /// A payment that was begun so, until its processor has answered.
    struct Begun {
        let request: AuthorizationRequest
        let held: HeldSheet
        let attempt: Attempt
        /// By which a change of the checkout's row since is known.
        let mark: String
        /// The full address, which the checkout shows once it is paid.
        let place: Destination?
    }

    /// Looks, decides, and stores if nothing has changed.
    ///
    /// - Returns: nothing where that does not serve: balances, a coupon, a second try, whatever is
    ///   refused, or another call that came between. Then it is asked under locks.
    func together(on database: Database) async throws -> Begun? {
        guard !isRepeated else { return nil }
        let rows = try await database.run(LookToStore(checkout: question.checkout))
        // One try too many is refused under locks, where it is known whether it is a new one.
        guard let row = rows.first, let (payment, begun) = try decide(seen: row),
            let reservation = admission.reserve()
        else { return nil }
        // Of many taps of one payment one is a try; what the others took is given back.
        var hasBegun = false
        defer { hasBegun ? reservation.keep() : reservation.giveBack() }
        do {
            guard let row = try await database.run(payment).first else { return nil }
            hasBegun = true
            return try begun(row.get("mark"))
        } catch let error as PostgresError where error.constraintName != nil {
            // Its key was used in this very moment, or another try has begun.
            return nil
        }
    }

    /// What is to be written if the buyer agreed to what was shown, and what will have begun then.
    func decide(
        seen row: Row
    ) throws -> (payment: BegunPayment, begun: (_ mark: String) -> Begun)? {
        do {
            var held = try HeldSheet(question, seen: row)
            let before = held.sheet
            let promise = TokenPromise(before)
            guard before.attempts == 0, before.tenders.isEmpty, before.choice.coupon == nil,
                !before.request.topsUp, !mustKeep(before),
                case .agreed(let price, let contacts, let shown) = try held.agree(
                    shipping: payment.shipping, billing: payment.billing, version: version),
                held.sheet.version == before.version, price.total == before.total
            else { return nil }
            try payment.demandKept(promise, at: question.now)
            try demandNoMoreThanMaximum(price, held.sheet)
            let attempt = start(&held, price, contacts, shown: shown)
            let request = request(
                held.sheet, attempt, captureNow: captureNow(held.sheet, price),
                SheetContacts(contacts))
            return (
                BegunPayment(
                    sheet: held.sheet, seen: try row.get("seen"), attempt: attempt, claim: claim,
                    keptCard: payment.keptCard),
                { [held] mark in
                    Begun(
                        request: request, held: held, attempt: attempt, mark: mark,
                        place: contacts.shipping?.destination)
                }
            )
        } catch is HeldSheet.NeedsLock {
            return nil
        } catch is CheckoutRefusal {
            return nil
        }
    }
}

extension FinishAttempt {
    /// Writes what became of a payment that began so, if nobody has touched it since.
    ///
    /// - Returns: nothing where that does not serve. Whatever went wrong is asked under locks: if it
    ///   was kept after all, its answer is there.
    func together(
        _ begun: BeginAuthorization.Begun, on database: Database, claim: Claim?,
        keep: (AuthorizationAnswer) -> StoredAnswer
    ) async -> AuthorizationAnswer? {
        guard let (payment, answer) = kept(begun, claim: claim, keep: keep) else { return nil }
        let rows = try? await database.run(payment)
        return rows?.isEmpty == false ? answer : nil
    }

    /// What is written of a payment that began so and was approved as asked; nothing where another
    /// verdict has more to do.
    func kept(
        _ begun: BeginAuthorization.Begun, claim: Claim?,
        keep: (AuthorizationAnswer) -> StoredAnswer
    ) -> (KeptPayment, AuthorizationAnswer)? {
        var (held, attempt) = (begun.held, begun.attempt)
        let verdict = Verdict(
            answer, to: attempt, accepted: held.sheet.request.supportedCountries,
            policy: question.merchant.verdictPolicy)
        guard case .keep(let approval, isLate: false) = verdict else { return nil }
        held.question = question
        approve(&attempt, approval)
        if let place = begun.place { held.sheet.privacy.place = held.seal.seal(place: place) }
        held.sheet.state = .authorized
        held.sheet.authorized += attempt.approved
        if approval.isCaptured {
            attempt.captured = attempt.approved
            held.sheet.captured += attempt.captured
            held.sheet.state = .captured
        }
        held.sheet.changedAt = question.now
        held.sheet.events += 1
        let answer = AuthorizationAnswer(sheet: held.sheet, attempt: attempt, errors: [])
        let payment = KeptPayment(
            sheet: held.sheet, mark: begun.mark, attempt: attempt,
            capture: identify(question.now), entry: held.entry(.authorized),
            event: event(held.sheet.eventType(after: verdict)!, of: held.sheet), claim: claim,
            kept: claim.map { _ in keep(answer) })
        return (payment, answer)
    }
}
