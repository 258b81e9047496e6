import Balances
import Carts
import Checkouts
import Contacts
import Idempotency
import Merchants
import Outbox
import Postgres
import Processors
import Vocabulary

/// Stores the outcome of an attempt. The browser's request, the worker and a processor notice
/// all call it; a second caller gets the first one's result.
///
/// Lock order: the checkout, the attempt, the coupon, then the holds and balances.
package struct FinishAttempt: Sendable {
    package let context: CheckoutContext
    package let attempt: Attempt.ID
    package let processorResult: Result<AuthorizationOutcome, ProcessorFault>
    /// True if a buyer waits for the answer.
    package let buyerIsWaiting: Bool

    package init(
        context: CheckoutContext, attempt: Attempt.ID,
        processorResult: Result<AuthorizationOutcome, ProcessorFault>, buyerIsWaiting: Bool
    ) {
        self.context = context
        self.attempt = attempt
        self.processorResult = processorResult
        self.buyerIsWaiting = buyerIsWaiting
    }

    /// - Parameter keep: returns the answer to store for a replay, in the same commit; nil if the
    ///   call has no idempotency key.
    package func callAsFunction(
        in transaction: Transaction, keep: (AuthorizationAnswer) -> ClaimAnswer? = { _ in nil }
    ) throws -> AuthorizationAnswer {
        var loaded = try LoadedCheckout(unchecked: context, in: transaction)
        guard let row = try transaction.run(Attempt.lock(attempt)).first else {
            throw CheckoutRefusal.notFound
        }
        let attempt = try Attempt(row: row)
        guard attempt.state == .started || attempt.state == .unknown else {
            let answer = AuthorizationAnswer(
                session: loaded.session, attempt: attempt,
                errors: attempt.errors(loaded.session.request))
            if answer.isFinal, let stored = keep(answer) {
                try transaction.enqueue(ClaimAnswer.stored.update([stored]))
            }
            return answer
        }
        let (write, answer) = try outcome(of: attempt, &loaded, keep: keep)
        try write.store(in: transaction)
        return answer
    }

    /// Decides on the processor's result.
    ///
    /// - Parameters:
    ///   - loaded: the checkout, locked or as it was when the payment started.
    ///   - paid: the full addresses of the payment; nil reads them from the checkout.
    ///   - rowVersion: the transaction that wrote the checkout's row at the start; nil if the row
    ///     is locked.
    /// - Returns: the rows to write, and the answer.
    /// - Throws: `LoadedCheckout.NeedsLock` if rows must be locked that are not: a coupon or
    ///   balances.
    func outcome(
        of started: Attempt, _ loaded: inout LoadedCheckout, paid: Places? = nil,
        rowVersion: String? = nil,
        keep: (AuthorizationAnswer) -> ClaimAnswer?
    ) throws -> (PaymentWrite, AuthorizationAnswer) {
        var attempt = started
        let decision = AttemptDecision(
            processorResult, to: attempt, accepted: loaded.session.request.supportedCountries,
            policy: context.merchant.attemptPolicy)
        // Lock order: the coupon before the balances.
        let released =
            decision.releasesCoupon
            ? try loaded.session.lockCoupon(in: loaded.transaction)?.released : nil
        let kind = try apply(decision, to: &attempt, &loaded, paid: paid)
        var write = PaymentWrite(loaded.session, attempt)
        if case .accept(let approval, _) = decision {
            write = try accept(approval, attempt, loaded)
        }
        write.rowVersion = rowVersion
        write.coupon = released
        // The request never reached the processor, so its token may still pay.
        write.releasesToken =
            decision == .notCharged && processorResult == .failure(.unreachable)
        loaded.session = write.session
        loaded.session.changedAt = context.now
        if loaded.session.state == .open || loaded.session.state == .failed {
            write.ledger = try loaded.renewOrReleaseTenders()
        }
        write.session = loaded.session
        if let type = loaded.session.eventType(after: decision) {
            write.emit(type, context.identifier(), at: context.now)
        }
        loaded.session = write.session
        let errors = attempt.errors(loaded.session.request)
        write.entries.append(loaded.entry(kind, errors: errors, decline: attempt.decline))
        let answer = AuthorizationAnswer(
            session: loaded.session, attempt: write.attempt, errors: errors)
        if answer.isFinal { write.answer = keep(answer) }
        return (write, answer)
    }

    /// Records the approval in the attempt, which is then authorized.
    func approve(_ attempt: inout Attempt, _ approval: Approval) {
        attempt.record(approval)
        attempt.state = .authorized
        attempt.endedAt = context.now
        attempt.reportedOutcome = .success
        attempt.approved = approval.amount.minorUnits
    }

    /// Moves the attempt and the checkout to the states that follow from the decision. `accept`
    /// then books an approval that is kept.
    private func apply(
        _ decision: AttemptDecision, to attempt: inout Attempt, _ loaded: inout LoadedCheckout,
        paid: Places?
    ) throws -> TimelineEntry.Kind {
        switch decision {
        case .accept(let approval, let isLate):
            approve(&attempt, approval)
            let places = try paid ?? storedPlaces(loaded)
            // The buyer paid for the full address, and the checkout shows it from now on.
            if places != loaded.session.choice.places {
                loaded.session.privacy.place = loaded.seal.seal(places: places)
            }
            return isLate ? .lateSuccess : .authorized
        case .void(let approval, let reason):
            attempt.record(approval)
            attempt.state = .voiding
            attempt.leasedUntil = context.now
            attempt.decline = reason
            reopen(&loaded.session)
            reportFailure(&attempt)
            return .declined
        case .voidLate(let approval):
            attempt.record(approval)
            attempt.state = .voiding
            attempt.leasedUntil = context.now
            reopen(&loaded.session)
            return .lateSuccess
        case .decline(let reason):
            attempt.decline = .bank(reason)
            end(&attempt, &loaded.session)
            return .declined
        case .notCharged:
            end(&attempt, &loaded.session)
            return .declined
        case .unknown:
            attempt.state = .unknown
            if buyerIsWaiting { attempt.reportedOutcome = .unknown }
            attempt.leasedUntil = context.now.adding(seconds: Attempt.retrySeconds)
            return .unknown
        }
    }

    /// Books the approval: captures or authorizes the card's part and the balances' parts.
    private func accept(
        _ approval: Approval, _ attempt: Attempt, _ loaded: LoadedCheckout
    ) throws -> PaymentWrite {
        let session = loaded.session
        let holds = try session.lockHolds(in: loaded.transaction)
        var payment = LockedPayment(session, attempt, holds: holds, context)
        payment.session.state = .authorized
        payment.session.authorized += holds.reduce(attempt.approved) { $0 + $1.capturable }
        if approval.isCaptured { try payment.captureAll(in: loaded.transaction) }
        payment.write.savedCard = savedCard(approval, attempt, session)
        return payment.write
    }

    /// The card to save for later charges; nil if the checkout saves none.
    private func savedCard(
        _ approval: Approval, _ attempt: Attempt, _ session: CheckoutSession
    ) -> SavedCard? {
        guard session.request.savesCard, let savedCard = approval.savedCard else { return nil }
        return SavedCard(
            id: SavedCard.ID(merchant: attempt.id.merchant, uuid: attempt.id.uuid),
            checkout: session.id, processor: attempt.processor, reference: savedCard,
            display: approval.card, createdAt: context.now)
    }

    /// The full addresses of the payment, from the sealed contacts.
    private func storedPlaces(_ loaded: LoadedCheckout) throws -> Places {
        let contacts = try loaded.seal.contacts(loaded.session.privacy.contacts, as: "contacts")
        let shipping = contacts.shipping.flatMap { contact in
            ContactRules.examine(
                contact, stage: .full, role: .shipping, required: [],
                policy: loaded.session.request.contactPolicy(context.merchant)
            ).destination
        }
        return loaded.places(
            shipping: shipping,
            billing: contacts.billing.flatMap { ContactRules.billingPlace($0, at: .full) })
    }

    private func end(_ attempt: inout Attempt, _ session: inout CheckoutSession) {
        attempt.state = .declined
        attempt.endedAt = context.now
        reportFailure(&attempt)
        reopen(&session)
    }

    private func reportFailure(_ attempt: inout Attempt) {
        if buyerIsWaiting { attempt.reportedOutcome = .failure }
    }

    /// The buyer may try again until the limit of attempts is reached (docs/rules/money.md#8).
    private func reopen(_ session: inout CheckoutSession) {
        session.state = session.attempts >= CheckoutSession.attemptsMax ? .failed : .open
    }
}

extension Attempt {
    /// The time for which a worker waits before it asks the processor again.
    static let retrySeconds: Int64 = 5

    /// True if a bank or the merchant's rule declined it, or if it was or will be voided; false,
    /// for example, if the processor could not be asked.
    var wasDecided: Bool { decline != nil || state == .voiding || state == .voided }

    /// The errors that the sheet shows for it.
    func errors(_ request: CheckoutRequest) -> [FieldError] {
        switch state {
        case .authorized: []
        case .started, .unknown: [.stillChecking]
        // Until the void has succeeded, the buyer may still be charged.
        case .voiding where isBeingVoided: [.stillChecking]
        case .voided where decline == nil: [.canceled]
        case .declined, .voiding, .voided:
            FieldError.declined(decline, required: request.requiredBillingContactFields)
        }
    }

    mutating func record(_ approval: Approval) {
        reference = approval.reference
        networkTransaction = approval.networkTransaction
        issuingCountry = approval.issuingCountry?.code
        captureBefore = approval.captureBefore
        card = approval.card
    }
}

extension AttemptDecision {
    var releasesCoupon: Bool {
        switch self {
        case .accept, .unknown: false
        case .void, .voidLate, .decline, .notCharged: true
        }
    }
}

extension CheckoutSession {
    /// The type of the event after an approval that was in time.
    var approvalEventType: Event.Kind {
        state == .captured ? .checkoutCaptured : .checkoutAuthorized
    }

    func eventType(after decision: AttemptDecision) -> Event.Kind? {
        switch decision {
        case .accept(_, let isLate) where isLate: .checkoutLateSuccess
        case .accept: approvalEventType
        case .voidLate: .checkoutLateSuccess
        case .void, .decline, .notCharged: state == .failed ? .checkoutFailed : .checkoutDeclined
        case .unknown: nil
        }
    }
}
