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
    struct StartedAuthorization {
        let request: AuthorizationRequest
        let locked: LockedCheckout
        let attempt: Attempt
        /// The transaction that wrote the checkout's row; a later change has another one.
        let rowVersion: String
        /// The full addresses that price the checkout once it is paid.
        let places: Places
    }

    /// Reads the checkout without a lock, decides, and stores the payment if nothing has changed.
    ///
    /// - Returns: nil if this path does not apply: for balances, a coupon, a second attempt, any
    ///   refusal, or a concurrent change. The caller then starts the payment under locks.
    func asBatch(on database: Database) async throws -> StartedAuthorization? {
        guard !isReplay else { return nil }
        let rows = try await database.run(OptimisticCheckoutRead(checkout: context.checkout))
        // Too many attempts are refused under locks, where it is known whether this one is new.
        guard let row = rows.first, let (payment, started) = try decide(snapshot: row),
            let reservation = admission.reserve()
        else { return nil }
        // Concurrent taps of one payment reserve one slot each; all but one release theirs.
        var hasStarted = false
        defer { hasStarted ? reservation.keep() : reservation.release() }
        do {
            guard let row = try await database.run(payment).first else { return nil }
            hasStarted = true
            return try started(row.get("mark"))
        } catch let error as PostgresError where error.constraintName != nil {
            // A concurrent call used its key, or another attempt has started.
            return nil
        }
    }

    /// Returns the rows to write if the buyer agreed to the shown price, and the payment that then
    /// starts.
    func decide(
        snapshot row: Row
    ) throws -> (
        payment: StartedPaymentWrite, started: (_ rowVersion: String) -> StartedAuthorization
    )? {
        do {
            var locked = try LockedCheckout(context, snapshot: row)
            let before = locked.session
            let expectation = TokenExpectation(before)
            guard before.attempts == 0, before.tenders.isEmpty, before.choice.coupon == nil,
                !before.request.topsUp, !mustSaveCard(before),
                case .passed(let price, let contacts, let shown) = try locked.checkAuthorization(
                    shipping: payment.shipping, billing: payment.billing, version: version),
                locked.session.version == before.version, price.total == before.total
            else { return nil }
            try payment.requireMet(expectation, at: context.now)
            try locked.requireClientVersion(price.total)
            try requireWithinMaximum(price, locked.session)
            let attempt = start(&locked, price, contacts, shown: shown)
            let request = request(
                locked.session, attempt, captureNow: captureNow(locked.session, price),
                CheckoutContacts(contacts))
            return (
                StartedPaymentWrite(
                    session: locked.session, rowVersion: try row.get("seen"), attempt: attempt,
                    claim: claim,
                    savedCard: payment.savedCard),
                { [locked] rowVersion in
                    StartedAuthorization(
                        request: request, locked: locked, attempt: attempt, rowVersion: rowVersion,
                        places: locked.places(of: contacts))
                }
            )
        } catch is LockedCheckout.NeedsLock {
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
