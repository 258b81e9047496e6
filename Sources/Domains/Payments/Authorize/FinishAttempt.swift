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

    package func callAsFunction(in transaction: Transaction) throws -> AuthorizationAnswer {
        var loaded = try LoadedCheckout(unchecked: context, in: transaction)
        guard let row = try transaction.run(Attempt.lock(attempt)).first else {
            throw CheckoutRefusal.notFound
        }
        var attempt = try Attempt(row: row)
        guard attempt.state == .started || attempt.state == .unknown else {
            return AuthorizationAnswer(
                session: loaded.session, attempt: attempt,
                errors: attempt.errors(loaded.session.request))
        }
        let decision = AttemptDecision(
            processorResult, to: attempt, accepted: loaded.session.request.supportedCountries,
            policy: context.merchant.attemptPolicy)
        let kind = try apply(decision, to: &attempt, &loaded, in: transaction)
        loaded.session.changedAt = context.now
        if decision.releasesCoupon, let coupon = loaded.session.choice.coupon {
            try transaction.enqueue(Coupon.release(coupon.id))
        }
        if loaded.session.state == .open || loaded.session.state == .failed {
            try loaded.renewOrReleaseTenders()
        }
        let type = loaded.session.eventType(after: decision)
        if type != nil { loaded.session.events += 1 }
        try transaction.enqueue(loaded.session.storeState)
        try transaction.enqueue(attempt.storeOutcome)
        if decision == .notCharged, processorResult == .failure(.unreachable) {
            // The request never reached the processor, so its token may still pay.
            try transaction.enqueue(attempt.releaseToken)
        }
        if let type {
            try transaction.enqueue(event(type, of: loaded.session).insert)
        }
        let errors = attempt.errors(loaded.session.request)
        try transaction.enqueue(
            loaded.entry(kind, errors: errors, decline: attempt.decline).insert)
        return AuthorizationAnswer(session: loaded.session, attempt: attempt, errors: errors)
    }

    func event(_ type: Event.Kind, of session: CheckoutSession) -> Event {
        Event(
            id: Event.ID(merchant: session.id.merchant, uuid: context.identifier()), type: type,
            object: session.id.text, sequence: session.events, data: session.eventData,
            at: context.now)
    }

    /// Records the approval in the attempt, which is then authorized.
    func approve(_ attempt: inout Attempt, _ approval: Approval) {
        attempt.record(approval)
        attempt.state = .authorized
        attempt.endedAt = context.now
        attempt.reportedOutcome = .success
        attempt.approved = approval.amount.minorUnits
    }

    /// Moves the attempt and the checkout to the states that follow from the decision.
    private func apply(
        _ decision: AttemptDecision, to attempt: inout Attempt, _ loaded: inout LoadedCheckout,
        in transaction: Transaction
    ) throws -> TimelineEntry.Kind {
        switch decision {
        case .accept(let approval, let isLate):
            approve(&attempt, approval)
            try saveCard(approval, attempt, loaded.session, in: transaction)
            try storeFullAddress(&loaded)
            try accept(approval, &attempt, &loaded, in: transaction)
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
        _ approval: Approval, _ attempt: inout Attempt, _ loaded: inout LoadedCheckout,
        in transaction: Transaction
    ) throws {
        var payment = try LockedPayment(loaded.session, attempt, context, in: transaction)
        payment.session.state = .authorized
        payment.session.authorized +=
            payment.holds.reduce(attempt.approved) { $0 + $1.capturable }
        if approval.isCaptured {
            try payment.captureAll(in: transaction)
        }
        loaded.session = payment.session
        attempt = payment.attempt ?? attempt
    }

    private func saveCard(
        _ approval: Approval, _ attempt: Attempt, _ session: CheckoutSession,
        in transaction: Transaction
    ) throws {
        guard session.request.savesCard, let savedCard = approval.savedCard else { return }
        let card = SavedCard(
            id: SavedCard.ID(merchant: attempt.id.merchant, uuid: attempt.id.uuid),
            checkout: session.id, processor: attempt.processor, reference: savedCard,
            display: approval.card, createdAt: context.now)
        try transaction.enqueue(card.insert)
    }

    /// The buyer paid for the full address, and the checkout shows it from now on.
    private func storeFullAddress(_ loaded: inout LoadedCheckout) throws {
        let contacts = try loaded.seal.contacts(loaded.session.privacy.contacts, as: "contacts")
        let shipping = contacts.shipping.flatMap { contact in
            ContactRules.examine(
                contact, stage: .full, role: .shipping, required: [],
                policy: loaded.session.request.contactPolicy(context.merchant)
            ).destination
        }
        let places = loaded.places(
            shipping: shipping,
            billing: contacts.billing.flatMap { ContactRules.billingPlace($0, at: .full) })
        guard places != loaded.session.choice.places else { return }
        loaded.session.privacy.place = loaded.seal.seal(places: places)
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
        case .voiding where decline == nil: [.stillChecking]
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
