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
package struct FinishAttempt: Sendable {
    package let question: SheetQuestion
    package let attempt: Attempt.ID
    package let answer: Result<AuthorizationOutcome, ProcessorFault>
    /// True if a buyer waits for the answer.
    package let isTold: Bool
    package let identify: @Sendable (Instant) -> UUID128

    package init(
        question: SheetQuestion, attempt: Attempt.ID,
        answer: Result<AuthorizationOutcome, ProcessorFault>, isTold: Bool,
        identify: @escaping @Sendable (Instant) -> UUID128
    ) {
        self.question = question
        self.attempt = attempt
        self.answer = answer
        self.isTold = isTold
        self.identify = identify
    }

    package func callAsFunction(in transaction: Transaction) throws -> AuthorizationAnswer {
        var held = try HeldSheet(ending: question, in: transaction)
        guard let row = try transaction.run(Attempt.lock(attempt)).first else {
            throw CheckoutRefusal.notFound
        }
        var attempt = try Attempt(row: row)
        guard attempt.state == .started || attempt.state == .unknown else {
            return AuthorizationAnswer(
                sheet: held.sheet, attempt: attempt,
                errors: attempt.errors(held.sheet.request))
        }
        let verdict = Verdict(
            answer, to: attempt, accepted: held.sheet.request.supportedCountries,
            policy: question.merchant.verdictPolicy)
        let kind = try apply(verdict, to: &attempt, &held, in: transaction)
        held.sheet.changedAt = question.now
        if verdict.givesCouponBack, let coupon = held.sheet.choice.coupon {
            try transaction.later(Coupon.release(coupon.id))
        }
        if held.sheet.state == .open || held.sheet.state == .failed { try held.returnTenders() }
        let type = held.sheet.eventType(after: verdict)
        if type != nil { held.sheet.events += 1 }
        try transaction.later(held.sheet.storeState)
        try transaction.later(attempt.storeOutcome)
        if verdict == .notCharged, answer == .failure(.unreachable) {
            // The request never reached the processor, so its token may still pay.
            try transaction.later(attempt.letTokenGo)
        }
        if let type {
            try transaction.later(event(type, of: held.sheet).insert)
        }
        let errors = attempt.errors(held.sheet.request)
        try transaction.later(
            held.entry(kind, errors: errors, decline: attempt.decline).insert)
        return AuthorizationAnswer(sheet: held.sheet, attempt: attempt, errors: errors)
    }

    func event(_ type: Event.Kind, of sheet: Sheet) -> Event {
        Event(
            id: Event.ID(merchant: sheet.id.merchant, uuid: identify(question.now)), type: type,
            object: sheet.id.text, sequence: sheet.events, data: sheet.eventData, at: question.now)
    }

    /// The attempt after the approval: the money is captured or authorized.
    func approve(_ attempt: inout Attempt, _ approval: Approval) {
        attempt.take(approval)
        attempt.state = .authorized
        attempt.endedAt = question.now
        attempt.told = .success
        attempt.approved = approval.amount.minorUnits
    }

    /// Moves the attempt and the checkout to the states that follow from the verdict.
    private func apply(
        _ verdict: Verdict, to attempt: inout Attempt, _ held: inout HeldSheet,
        in transaction: Transaction
    ) throws -> TimelineEntry.Kind {
        switch verdict {
        case .keep(let approval, let isLate):
            approve(&attempt, approval)
            try keepCard(approval, attempt, held.sheet, in: transaction)
            try settle(&held)
            try keep(approval, &attempt, &held, in: transaction)
            return isLate ? .lateSuccess : .authorized
        case .void(let approval, let reason):
            attempt.take(approval)
            attempt.state = .voiding
            attempt.leasedUntil = question.now
            attempt.decline = reason
            reopen(&held.sheet)
            tellFailure(&attempt)
            return .declined
        case .voidLate(let approval):
            attempt.take(approval)
            attempt.state = .voiding
            attempt.leasedUntil = question.now
            reopen(&held.sheet)
            return .lateSuccess
        case .decline(let reason):
            attempt.decline = .bank(reason)
            end(&attempt, &held.sheet)
            return .declined
        case .notCharged:
            end(&attempt, &held.sheet)
            return .declined
        case .unknown:
            attempt.state = .unknown
            if isTold { attempt.told = .unknown }
            attempt.leasedUntil = question.now.adding(seconds: Attempt.askAgainSeconds)
            return .unknown
        }
    }

    /// The payment is captured or authorized, including the balances that pay beside the card.
    private func keep(
        _ approval: Approval, _ attempt: inout Attempt, _ held: inout HeldSheet,
        in transaction: Transaction
    ) throws {
        var payment = try HeldPayment(held.sheet, attempt, question, in: transaction)
        payment.sheet.state = .authorized
        payment.sheet.authorized +=
            payment.holds.reduce(attempt.approved) { $0 + $1.capturable }
        if approval.isCaptured {
            try payment.captureAll(identify: identify, in: transaction)
        }
        held.sheet = payment.sheet
        attempt = payment.attempt ?? attempt
    }

    private func keepCard(
        _ approval: Approval, _ attempt: Attempt, _ sheet: Sheet, in transaction: Transaction
    ) throws {
        guard sheet.request.keepsCard, let kept = approval.kept else { return }
        let card = KeptCard(
            id: KeptCard.ID(merchant: attempt.id.merchant, uuid: attempt.id.uuid),
            checkout: sheet.id, processor: attempt.processor, reference: kept,
            display: approval.card, createdAt: question.now)
        try transaction.later(card.insert)
    }

    /// The buyer paid for the full address, and the checkout shows it from now on.
    private func settle(_ held: inout HeldSheet) throws {
        let contacts = try held.seal.contacts(held.sheet.privacy.contacts, as: "contacts")
        let shipping = contacts.shipping.flatMap { contact in
            ContactRules.examine(
                contact, stage: .full, role: .shipping, required: [],
                policy: held.sheet.request.contactPolicy(question.merchant)
            ).destination
        }
        let places = held.places(
            shipping: shipping,
            billing: contacts.billing.flatMap { ContactRules.billingPlace($0, at: .full) })
        guard places != held.sheet.choice.places else { return }
        held.sheet.privacy.place = held.seal.seal(places: places)
    }

    private func end(_ attempt: inout Attempt, _ sheet: inout Sheet) {
        attempt.state = .declined
        attempt.endedAt = question.now
        tellFailure(&attempt)
        reopen(&sheet)
    }

    private func tellFailure(_ attempt: inout Attempt) {
        if isTold { attempt.told = .failure }
    }

    /// The buyer may try again until the limit of attempts is reached (docs/rules/money.md#8).
    private func reopen(_ sheet: inout Sheet) {
        sheet.state = sheet.attempts >= Sheet.attemptsMax ? .failed : .open
    }
}

extension Attempt {
    /// How long a worker waits before it asks the processor again.
    static let askAgainSeconds: Int64 = 5

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

    mutating func take(_ approval: Approval) {
        reference = approval.reference
        networkTransaction = approval.networkTransaction
        issuingCountry = approval.issuingCountry?.code
        captureBefore = approval.captureBefore
        card = approval.card
    }
}

extension Verdict {
    var givesCouponBack: Bool {
        switch self {
        case .keep, .unknown: false
        case .void, .voidLate, .decline, .notCharged: true
        }
    }
}

extension Sheet {
    func eventType(after verdict: Verdict) -> Event.Kind? {
        switch verdict {
        case .keep(_, let isLate) where isLate: .checkoutLateSuccess
        case .keep: state == .captured ? .checkoutCaptured : .checkoutAuthorized
        case .voidLate: .checkoutLateSuccess
        case .void, .decline, .notCharged: state == .failed ? .checkoutFailed : .checkoutDeclined
        case .unknown: nil
        }
    }
}
