import Contacts
import Crypto
import Idempotency
import JSON
import Merchants
import Postgres
import Processors
import Vocabulary

/// The buyer agreed: checks what the sheet could not know before, writes the attempt, and says
/// what to ask the processor. The first of three phases; `FinishAttempt` is the last.
package struct BeginAuthorization: Sendable {
    package let question: SheetQuestion
    package let payment: Payment
    /// The version that the sheet showed; nothing means the last one given out.
    package let version: Int?
    package let processor: String
    package let attempt: UUID128
    package var admission: Admission
    /// For so long only this call works on the attempt; after that anyone may finish it.
    package let lease: Duration
    package let claim: Claim?
    /// The claim was made by an earlier call with the same input.
    var isRepeated = false

    package init(
        question: SheetQuestion, payment: Payment, version: Int?, processor: String,
        attempt: UUID128, admission: Admission, lease: Duration,
        claim: Claim?
    ) {
        self.question = question
        self.payment = payment
        self.version = version
        self.processor = processor
        self.attempt = attempt
        self.admission = admission
        self.lease = lease
        self.claim = claim
    }

    package enum Outcome: Sendable {
        /// Nothing is asked of the processor: this is the answer.
        case answer(AuthorizationAnswer)
        /// - Parameter isAgain: somebody has asked with this key before, and it is not known what came of it.
        case ask(AuthorizationRequest, attempt: Attempt.ID, of: Sheet, isAgain: Bool)
    }

    package func callAsFunction(in transaction: Transaction) throws -> Outcome {
        if let claim, !isRepeated { try transaction.later(claim.insertOrFail) }
        var held = try HeldSheet(question, in: transaction)
        if let known = try repeated(held, in: transaction) { return known }
        let promise = TokenPromise(held.sheet)
        switch try held.agree(
            shipping: payment.shipping, billing: payment.billing, version: version)
        {
        case .refused(let errors, let balance):
            return .answer(
                try held.refuse(errors, balance, shipping: payment.shipping, in: transaction))
        case .agreed(let price, let contacts, let shown):
            guard !price.isPaidByBalances || mustKeep(held.sheet) else {
                // Nothing is left for the card, so it is not even looked at.
                return .answer(try held.pay(price, contacts, in: transaction))
            }
            try payment.demandKept(promise, at: question.now)
            return try begin(&held, price, contacts, shown: shown, in: transaction)
        }
    }

    /// Whether the card is looked at although nothing is left for it: it is to be charged later.
    func mustKeep(_ sheet: Sheet) -> Bool {
        sheet.request.keepsCard && !payment.instrument.isKept
    }

    private func begin(
        _ held: inout HeldSheet, _ price: Price, _ contacts: AuthorizedContacts, shown: Int,
        in transaction: Transaction
    ) throws -> Outcome {
        try demandNoMoreThanMaximum(price, held.sheet)
        if let card = payment.keptCard, try transaction.run(KeptCard.holdLinked(card)).isEmpty {
            throw CardUnlinked()
        }
        try admission.admit()
        try held.keepTenders()
        let attempt = start(&held, price, contacts, shown: shown)
        try transaction.later(held.sheet.storeState)
        try transaction.later(
            attempt.insert(
                coupon: try held.sheet.choice.coupon.map {
                    CouponUse(
                        coupon: $0.id, buyer: try contacts.buyers(question.keys, $0.id).first)
                }))
        return .ask(
            request(
                held.sheet, attempt, captureNow: captureNow(held.sheet, price),
                SheetContacts(contacts)),
            attempt: attempt.id, of: held.sheet, isAgain: false)
    }

    func demandNoMoreThanMaximum(_ price: Price, _ sheet: Sheet) throws {
        guard let most = sheet.request.maximumAmount else { return }
        guard price.authorizationAmount.minorUnits + price.tenders.amount <= most.minorUnits
        else { throw CheckoutRefusal.exceedsMaximumAmount }
    }

    /// The try as it begins, and what it makes of the sheet.
    func start(
        _ held: inout HeldSheet, _ price: Price, _ contacts: AuthorizedContacts, shown: Int
    ) -> Attempt {
        held.sheet.state = .authorizing
        held.sheet.attempts += 1
        held.sheet.changedAt = question.now
        held.sheet.privacy.contacts = held.seal.seal(
            SheetContacts(contacts), as: "contacts")
        return Attempt(
            id: Attempt.ID(merchant: held.sheet.id.merchant, uuid: attempt),
            checkout: held.sheet.id, number: held.sheet.attempts, state: .started,
            processor: processor, amount: price.authorizationAmount, version: shown,
            fingerprint: payment.fingerprint(version: shown), token: payment.token,
            startedAt: question.now,
            leasedUntil: question.now.adding(lease))
    }

    /// A pending total is captured when it is final, whatever the capture method says.
    func captureNow(_ sheet: Sheet, _ price: Price) -> Bool {
        sheet.request.captureMethod == .automatic && !price.isPending
    }

    func request(
        _ sheet: Sheet, _ attempt: Attempt, captureNow: Bool, _ contacts: SheetContacts
    ) -> AuthorizationRequest {
        AuthorizationRequest(
            key: AttemptKey(attempt.id), amount: attempt.amount,
            statementName: question.merchant.statementName, payment: payment.instrument,
            billing: BillingAddress(
                postalCode: contacts.billing?.postalCode,
                hasAddressLines: contacts.billing?.addressLines.isEmpty == false),
            captureNow: captureNow, keepsCard: mustKeep(sheet))
    }
}

/// Counts a try that will reach the processor, or refuses it (money.md 8: card testing). The same
/// payment again is no new try.
package struct Admission: Sendable {
    package let admit: @Sendable () throws -> Void
    /// Counts a call that may turn out to be a try; nil where it would be one too many. Many taps of
    /// one payment are reserved for at once, and one of them begins.
    package let reserve: @Sendable () -> Reservation?

    package init(
        admit: @escaping @Sendable () throws -> Void,
        reserve: @escaping @Sendable () -> Reservation?
    ) {
        self.admit = admit
        self.reserve = reserve
    }

    package struct Reservation: Sendable {
        /// It was a try.
        package let keep: @Sendable () -> Void
        /// It was none.
        package let giveBack: @Sendable () -> Void

        package init(
            keep: @escaping @Sendable () -> Void, giveBack: @escaping @Sendable () -> Void
        ) {
            self.keep = keep
            self.giveBack = giveBack
        }
    }
}
