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

/// Starts a payment after the buyer agreed: checks the displayed version, the contacts, the price,
/// the coupon and the token, writes the attempt, and returns the request for the processor. The
/// first of three phases; `FinishAttempt` is the last.
package struct BeginAuthorization: Verb {
    package let context: CheckoutContext
    package let payment: Payment
    /// The version of the checkout that the sheet showed; nil means the last version sent to the
    /// sheet.
    package let version: Int?
    package let processor: String
    package let attempt: UUID128
    package var admission: Admission
    /// The time during which only this call works on the attempt. After that a worker recovers the
    /// unanswered attempt, or a repeated call with the same payment finishes it
    /// (docs/decisions/0005).
    package let lease: Duration
    package let claim: Claim?
    /// True if an earlier call with the same input made the claim.
    var isReplay = false

    package init(
        context: CheckoutContext, payment: Payment, version: Int?, processor: String,
        attempt: UUID128, admission: Admission, lease: Duration,
        claim: Claim?
    ) {
        self.context = context
        self.payment = payment
        self.version = version
        self.processor = processor
        self.attempt = attempt
        self.admission = admission
        self.lease = lease
        self.claim = claim
    }

    package enum Outcome: Sendable {
        /// The answer without a call to the processor: a refusal, an earlier outcome, or a payment
        /// by balances alone.
        case answer(AuthorizationAnswer)
        /// - Parameter isRetry: true if an earlier call started this attempt, and its lease ended
        ///   without a stored outcome.
        case authorize(
            AuthorizationRequest, attempt: Attempt.ID, of: CheckoutSession, isRetry: Bool)
    }

    package func callAsFunction(in transaction: Transaction) throws -> Outcome {
        if let claim, !isReplay { try transaction.enqueue(claim.insertOrFail()) }
        var loaded = try LoadedCheckout(context, in: transaction)
        if let known = try earlierOutcome(loaded, in: transaction) { return known }
        let expectation = TokenExpectation(loaded.session)
        switch try loaded.checkAuthorization(
            shipping: payment.shipping, billing: payment.billing, version: version)
        {
        case .refused(let errors, let balance):
            let (write, answer) = loaded.refusal(errors, balance, shipping: payment.shipping)
            try write.store(in: transaction)
            return .answer(answer)
        case .passed(let price, let contacts, let agreed):
            guard !price.isPaidByBalances || mustSaveCard(loaded.session) else {
                // Nothing is left for the card to pay, so the card is not checked.
                let (write, answer) = try loaded.payByBalances(price, contacts)
                try write.store(in: transaction)
                return .answer(answer)
            }
            try payment.requireMet(expectation, at: context.now)
            return try begin(&loaded, price, contacts, version: agreed, in: transaction)
        }
    }

    /// True if this payment saves the card for later charges. The card is then checked even if
    /// balances pay everything.
    func mustSaveCard(_ session: CheckoutSession) -> Bool {
        session.request.savesCard && !payment.instrument.isSavedCard
    }

    private func begin(
        _ loaded: inout LoadedCheckout, _ price: Price, _ contacts: AuthorizedContacts,
        version agreed: Int,
        in transaction: Transaction
    ) throws -> Outcome {
        try loaded.requireClientVersion(price.total)
        try requireWithinMaximum(price, loaded.session)
        if let card = payment.savedCard, try transaction.run(SavedCard.lockLinked(card)).isEmpty {
            throw SavedCardUnlinked()
        }
        try admission.admit()
        let ledger = try loaded.rowsOfTenders()
        let attempt = start(&loaded, price, contacts, version: agreed)
        let coupon = try loaded.session.choice.coupon.map {
            CouponUse(coupon: $0.id, buyer: try contacts.buyers(context.keys, $0.id).first)
        }
        let write = StartedPaymentWrite(
            session: loaded.session, rowVersion: nil, attempt: NewAttempt(attempt, coupon: coupon),
            ledger: ledger, coupon: loaded.reservedCoupon, claim: nil, savedCard: nil)
        try transaction.enqueue(StartedPaymentWrite.statement(for: [write]))
        return .authorize(
            request(
                loaded.session, attempt, captureNow: captureNow(loaded.session, price),
                CheckoutContacts(contacts)),
            attempt: attempt.id, of: loaded.session, isRetry: false)
    }

    func requireWithinMaximum(_ price: Price, _ session: CheckoutSession) throws {
        guard let most = session.request.maximumAmount else { return }
        guard price.authorizationAmount.minorUnits + price.tenders.amount <= most.minorUnits
        else { throw CheckoutRefusal.exceedsMaximumAmount }
    }

    /// The attempt as it starts; also moves the checkout to `authorizing`.
    func start(
        _ loaded: inout LoadedCheckout, _ price: Price, _ contacts: AuthorizedContacts,
        version agreed: Int
    ) -> Attempt {
        loaded.session.state = .authorizing
        loaded.session.shownVersion = loaded.session.version
        loaded.session.attempts += 1
        loaded.session.changedAt = context.now
        loaded.session.privacy.contacts = loaded.seal.seal(
            CheckoutContacts(contacts), as: "contacts")
        return Attempt(
            id: Attempt.ID(merchant: loaded.session.id.merchant, uuid: attempt),
            checkout: loaded.session.id, number: loaded.session.attempts, state: .started,
            processor: processor, amount: price.authorizationAmount, version: agreed,
            fingerprint: payment.fingerprint(version: agreed), token: payment.token,
            startedAt: context.now,
            leasedUntil: context.now.adding(lease))
    }

    /// True if the processor captures together with the authorization. A pending total is captured
    /// later, once it is final.
    func captureNow(_ session: CheckoutSession, _ price: Price) -> Bool {
        session.request.captureMethod == .automatic && !price.isPending
    }

    func request(
        _ session: CheckoutSession, _ attempt: Attempt, captureNow: Bool,
        _ contacts: CheckoutContacts
    ) -> AuthorizationRequest {
        AuthorizationRequest(
            key: AttemptKey(attempt.id), amount: attempt.amount,
            statementName: context.merchant.statementName, payment: payment.instrument,
            billing: BillingAddress(
                postalCode: contacts.billing?.postalCode,
                hasAddressLines: contacts.billing?.addressLines.isEmpty == false),
            captureNow: captureNow, savesCard: mustSaveCard(session))
    }

    /// The lease for a processor's time limit: one second longer, for the network in both
    /// directions.
    package static func lease(beyond limit: Duration) -> Duration { limit + .seconds(1) }
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
        /// Counts the slot: the call became an attempt.
        package let keep: @Sendable () -> Void
        /// Frees the slot: the call became no attempt.
        package let release: @Sendable () -> Void

        package init(
            keep: @escaping @Sendable () -> Void, release: @escaping @Sendable () -> Void
        ) {
            self.keep = keep
            self.release = release
        }
    }
}
