import Carts
import Checkouts
import Contacts
import Crypto
import Idempotency
import JSON
import Merchants
import Postgres
import Processors
import Vocabulary

/// Starts a payment after the buyer agreed: checks facts that the sheet did not know before, writes
/// the attempt, and returns the request for the processor. The first of three phases;
/// `FinishAttempt` is the last.
package struct BeginAuthorization: Sendable {
    package let question: SheetQuestion
    package let payment: Payment
    /// The version that the sheet showed; nil means the last version sent to the sheet.
    package let version: Int?
    package let processor: String
    package let attempt: UUID128
    package var admission: Admission
    /// How long only this call works on the attempt; after that any caller may finish it.
    package let lease: Duration
    package let claim: Claim?
    /// True if an earlier call with the same input made the claim.
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
        /// The processor is not asked: this is the answer.
        case answer(AuthorizationAnswer)
        /// - Parameter isAgain: true if an earlier call asked with this key and its outcome is
        ///   unknown.
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
                // Nothing is left for the card to pay, so the card is not checked.
                return .answer(try held.pay(price, contacts, in: transaction))
            }
            try payment.demandKept(promise, at: question.now)
            return try begin(&held, price, contacts, shown: shown, in: transaction)
        }
    }

    /// True if the card is checked although it pays nothing today: it is saved for later charges.
    func mustKeep(_ sheet: Sheet) -> Bool {
        sheet.request.keepsCard && !payment.instrument.isKept
    }

    private func begin(
        _ held: inout HeldSheet, _ price: Price, _ contacts: AuthorizedContacts, shown: Int,
        in transaction: Transaction
    ) throws -> Outcome {
        try held.demandShown(price.total)
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

    /// The attempt as it starts; also moves the checkout to `authorizing`.
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

    /// A pending total is captured once it is final, even with automatic capture.
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

/// Counts an attempt that will reach the processor, or refuses it (docs/rules/money.md#8: card
/// testing). A repeat of the same payment does not count.
package struct Admission: Sendable {
    package let admit: @Sendable () throws -> Void
    /// Reserves a slot for a call that may become an attempt; nil if the limit is reached.
    /// Concurrent taps of one payment each reserve a slot, and one of them starts.
    package let reserve: @Sendable () -> Reservation?

    package init(
        admit: @escaping @Sendable () throws -> Void,
        reserve: @escaping @Sendable () -> Reservation?
    ) {
        self.admit = admit
        self.reserve = reserve
    }

    package struct Reservation: Sendable {
        /// The call became an attempt.
        package let keep: @Sendable () -> Void
        /// The call did not become an attempt.
        package let giveBack: @Sendable () -> Void

        package init(
            keep: @escaping @Sendable () -> Void, giveBack: @escaping @Sendable () -> Void
        ) {
            self.keep = keep
            self.giveBack = giveBack
        }
    }
}
