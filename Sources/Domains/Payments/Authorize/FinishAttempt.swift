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

/// Stores the outcome of an attempt. The browser's request, the worker and a processor's webhook
/// all call it; a second caller gets the first one's result.
///
/// Lock order: the checkout, the attempt, the coupon, then the holds and balances.
package struct FinishAttempt: Sendable {
    package let context: CheckoutContext
    package let attempt: Attempt.ID
    package let answer: Result<AuthorizationOutcome, ProcessorFault>
    /// True if a buyer waits for the answer.
    package let buyerIsWaiting: Bool

    package init(
        context: CheckoutContext, attempt: Attempt.ID,
        answer: Result<AuthorizationOutcome, ProcessorFault>, buyerIsWaiting: Bool
    ) {
        self.context = context
        self.attempt = attempt
        self.answer = answer
        self.buyerIsWaiting = buyerIsWaiting
    }

    package func callAsFunction(in transaction: Transaction) throws -> AuthorizationAnswer {
        var locked = try LockedCheckout(unchecked: context, in: transaction)
        guard let row = try transaction.run(Attempt.lock(attempt)).first else {
            throw CheckoutRefusal.notFound
        }
        var attempt = try Attempt(row: row)
        guard attempt.state == .started || attempt.state == .unknown else {
            return AuthorizationAnswer(
                session: locked.session, attempt: attempt,
                errors: attempt.errors(locked.session.request))
        }
        let verdict = Verdict(
            answer, to: attempt, accepted: locked.session.request.supportedCountries,
            policy: context.merchant.verdictPolicy)
        let kind = try apply(verdict, to: &attempt, &locked, in: transaction)
        locked.session.changedAt = context.now
        if verdict.releasesCoupon, let coupon = locked.session.choice.coupon {
            try transaction.enqueue(Coupon.release(coupon.id))
        }
        if locked.session.state == .open || locked.session.state == .failed {
            try locked.renewOrReleaseTenders()
        }
        let type = locked.session.eventType(after: verdict)
        if type != nil { locked.session.events += 1 }
        try transaction.enqueue(locked.session.storeState)
        try transaction.enqueue(attempt.storeOutcome)
        if verdict == .notCharged, answer == .failure(.unreachable) {
            // The request never reached the processor, so its token may still pay.
            try transaction.enqueue(attempt.releaseToken)
        }
        if let type {
            try transaction.enqueue(event(type, of: locked.session).insert)
        }
        let errors = attempt.errors(locked.session.request)
        try transaction.enqueue(
            locked.entry(kind, errors: errors, decline: attempt.decline).insert)
        return AuthorizationAnswer(session: locked.session, attempt: attempt, errors: errors)
    }

    func event(_ type: Event.Kind, of session: CheckoutSession) -> Event {
        Event(
            id: Event.ID(merchant: session.id.merchant, uuid: context.identifier()), type: type,
            object: session.id.text, sequence: session.events, data: session.eventData,
            at: context.now)
    }

    /// The attempt after the approval: the money is captured or authorized.
    func approve(_ attempt: inout Attempt, _ approval: Approval) {
        attempt.record(approval)
        attempt.state = .authorized
        attempt.endedAt = context.now
        attempt.reportedOutcome = .success
        attempt.approved = approval.amount.minorUnits
    }

    /// Moves the attempt and the checkout to the states that follow from the verdict.
    private func apply(
        _ verdict: Verdict, to attempt: inout Attempt, _ locked: inout LockedCheckout,
        in transaction: Transaction
    ) throws -> TimelineEntry.Kind {
        switch verdict {
        case .accept(let approval, let isLate):
            approve(&attempt, approval)
            try saveCard(approval, attempt, locked.session, in: transaction)
            try storeFullAddress(&locked)
            try accept(approval, &attempt, &locked, in: transaction)
            return isLate ? .lateSuccess : .authorized
        case .void(let approval, let reason):
            attempt.record(approval)
            attempt.state = .voiding
            attempt.leasedUntil = context.now
            attempt.decline = reason
            reopen(&locked.session)
            reportFailure(&attempt)
            return .declined
        case .voidLate(let approval):
            attempt.record(approval)
            attempt.state = .voiding
            attempt.leasedUntil = context.now
            reopen(&locked.session)
            return .lateSuccess
        case .decline(let reason):
            attempt.decline = .bank(reason)
            end(&attempt, &locked.session)
            return .declined
        case .notCharged:
            end(&attempt, &locked.session)
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
        _ approval: Approval, _ attempt: inout Attempt, _ locked: inout LockedCheckout,
        in transaction: Transaction
    ) throws {
        var payment = try LockedPayment(locked.session, attempt, context, in: transaction)
        payment.session.state = .authorized
        payment.session.authorized +=
            payment.holds.reduce(attempt.approved) { $0 + $1.capturable }
        if approval.isCaptured {
            try payment.captureAll(in: transaction)
        }
        locked.session = payment.session
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
    private func storeFullAddress(_ locked: inout LockedCheckout) throws {
        let contacts = try locked.seal.contacts(locked.session.privacy.contacts, as: "contacts")
        let shipping = contacts.shipping.flatMap { contact in
            ContactRules.examine(
                contact, stage: .full, role: .shipping, required: [],
                policy: locked.session.request.contactPolicy(context.merchant)
            ).destination
        }
        let places = locked.places(
            shipping: shipping,
            billing: contacts.billing.flatMap { ContactRules.billingPlace($0, at: .full) })
        guard places != locked.session.choice.places else { return }
        locked.session.privacy.place = locked.seal.seal(places: places)
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
    /// How long a worker waits before it asks the processor again.
    static let retrySeconds: Int64 = 5

    /// True if a bank, a rule or a void decided it; false if the processor could not be asked.
    var wasDecided: Bool { decline != nil || state == .voiding || state == .voided }

    /// The errors that the sheet shows for it.
    func errors(_ request: CheckoutRequest) -> [FieldError] {
        switch state {
        case .authorized: []
        case .started, .unknown: [.stillChecking]
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

extension Verdict {
    var releasesCoupon: Bool {
        switch self {
        case .accept, .unknown: false
        case .void, .voidLate, .decline, .notCharged: true
        }
    }
}

extension CheckoutSession {
    /// The event after an approval that was in time.
    var approvalEventType: Event.Kind {
        state == .captured ? .checkoutCaptured : .checkoutAuthorized
    }

    func eventType(after verdict: Verdict) -> Event.Kind? {
        switch verdict {
        case .accept(_, let isLate) where isLate: .checkoutLateSuccess
        case .accept: approvalEventType
        case .voidLate: .checkoutLateSuccess
        case .void, .decline, .notCharged: state == .failed ? .checkoutFailed : .checkoutDeclined
        case .unknown: nil
        }
    }
}
