import Carts
import Checkouts
import Contacts
import Idempotency
import Merchants
import Outbox
import Postgres
import Processors
import Vocabulary

// Pays without an explicit row lock, by one statement before the processor is asked and one after.
// Each statement covers the concurrent payments that wait for it (docs/decisions/0011).

extension BeginAuthorization {
    /// A payment that started on this path, until its processor answers.
    struct Begun {
        let request: AuthorizationRequest
        let held: HeldSheet
        let attempt: Attempt
        /// The transaction that wrote the checkout's row; a later change has another one.
        let mark: String
        /// The full addresses that price the checkout once it is paid.
        let places: Places
    }

    /// Reads the checkout without a lock, decides, and stores the payment if nothing has changed.
    ///
    /// - Returns: nil if this path does not apply: for balances, a coupon, a second attempt, any
    ///   refusal, or a concurrent change. The caller then starts the payment under locks.
    func together(on database: Database) async throws -> Begun? {
        guard !isRepeated else { return nil }
        let rows = try await database.run(LookToStore(checkout: question.checkout))
        // Too many attempts are refused under locks, where it is known whether this one is new.
        guard let row = rows.first, let (payment, begun) = try decide(seen: row),
            let reservation = admission.reserve()
        else { return nil }
        // Concurrent taps of one payment reserve one slot each; all but one release theirs.
        var hasBegun = false
        defer { hasBegun ? reservation.keep() : reservation.giveBack() }
        do {
            guard let row = try await database.run(payment).first else { return nil }
            hasBegun = true
            return try begun(row.get("mark"))
        } catch let error as PostgresError where error.constraintName != nil {
            // A concurrent call used its key, or another attempt has started.
            return nil
        }
    }

    /// Returns the rows to write if the buyer agreed to the shown price, and the payment that then
    /// starts.
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
            try held.demandShown(price.total)
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
                        places: held.places(of: contacts))
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
    /// Stores the outcome of a payment that started on this path if the checkout's row has not
    /// changed since.
    ///
    /// - Returns: nil if this path does not apply. After any failure the caller finishes under
    ///   locks; if the write was committed after all, it finds the answer there.
    func together(
        _ begun: BeginAuthorization.Begun, on database: Database, claim: Claim?,
        keep: (AuthorizationAnswer) -> StoredAnswer
    ) async -> AuthorizationAnswer? {
        guard let (payment, answer) = kept(begun, claim: claim, keep: keep) else { return nil }
        let rows = try? await database.run(payment)
        return rows?.isEmpty == false ? answer : nil
    }

    /// Returns the rows to write for a payment that was approved as requested; nil if another
    /// verdict needs more work.
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
        if begun.places != held.sheet.choice.places {
            held.sheet.privacy.place = held.seal.seal(places: begun.places)
        }
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
