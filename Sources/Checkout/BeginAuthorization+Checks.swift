import Contacts
import Customers
import Idempotency
import JSON
import Merchants
import Postgres
import Processors
import Vocabulary

extension BeginAuthorization {
    /// The same payment again: after a lost answer, a second tap, or a crash.
    func repeated(_ held: HeldSheet, in transaction: Transaction) throws -> Outcome? {
        guard held.sheet.attempts > 0 else { return nil }
        let attempts = try transaction.run(
            Attempt.newest(Sheet.attemptsMax, of: held.sheet.id)
        ).map(Attempt.init(row:))
        guard let last = attempts.first else { return nil }
        let isSame = isOf(last)
        switch last.state {
        case .started where isSame && last.leasedUntil <= question.now:
            // Its server died. Asking again with its key makes no second charge.
            let contacts = try held.seal.contacts(
                held.sheet.privacy.contacts, as: "contacts")
            let captureNow =
                held.sheet.request.captureMethod == .automatic && !held.sheet.totalIsPending
            return .ask(
                request(held.sheet, last, captureNow: captureNow, contacts), attempt: last.id,
                of: held.sheet)
        case .started:
            throw CheckoutRefusal.authorizing(
                secondsLeft: last.leaseSecondsLeft(at: question.now))
        case .unknown:
            return .answer(
                AuthorizationAnswer(sheet: held.sheet, attempt: last, errors: [.stillChecking]))
        case .authorized where isSame:
            return .answer(
                AuthorizationAnswer(sheet: held.sheet, attempt: last, errors: []))
        case .authorized, .declined, .voiding, .voided:
            // The same payment at the same version has one outcome, whoever ended it (money.md
            // 18). Only where nobody was asked may it be tried anew, and with a key not even then.
            guard let own = attempts.first(where: isOf), isRepeated || own.wasDecided else {
                return nil
            }
            return .answer(
                AuthorizationAnswer(
                    sheet: held.sheet, attempt: own, errors: own.errors(held.sheet.request)))
        }
    }

    /// Whether an attempt is of this payment, at the version that the request names.
    private func isOf(_ attempt: Attempt) -> Bool {
        attempt.fingerprint == payment.fingerprint(version: version ?? attempt.version)
    }

    func examine(_ held: HeldSheet) throws -> AuthorizedContacts {
        let request = held.sheet.request
        let policy = request.contactPolicy(question.merchant)
        var contacts = AuthorizedContacts()
        if !request.requiredShippingContactFields.isEmpty {
            contacts.shipping = ContactRules.examine(
                payment.shipping ?? Contact(), stage: .full, role: .shipping,
                required: request.requiredShippingContactFields, policy: policy)
        }
        if !request.requiredBillingContactFields.isEmpty {
            contacts.billing = ContactRules.examineBilling(
                payment.billing ?? Contact(), with: payment.shipping, stage: .full,
                required: request.requiredBillingContactFields, policy: policy)
        }
        return contacts
    }

    /// Judges the coupon again, and takes a redemption if it is still good (money.md 5).
    func judgeCoupon(
        _ held: HeldSheet, _ contacts: AuthorizedContacts, in transaction: Transaction
    ) throws -> CouponJudgement {
        guard let applied = held.sheet.choice.coupon else { return .valid }
        // The row's lock serialises the buyers of this coupon, so the counts below are exact.
        let coupon = try FindCoupon(coupon: applied.id)(in: transaction)
        let judgement = try held.sheet.request.judge(coupon, at: question.now)
        guard judgement == .valid else { return judgement }
        if coupon.terms.redemptionsPerBuyerMax != nil {
            let buyers = try contacts.buyers(question.keys, coupon.id)
            guard !buyers.isEmpty,
                let row = try transaction.run(CouponUse.count(coupon.id, by: buyers)).first
            else { return .unknown }
            let used: Int64 = try row.get("used")
            let judgement = coupon.judge(
                at: question.now, subtotal: try Pricing.subtotal(of: held.sheet.request),
                redemptions: coupon.redemptions, buyerRedemptions: used)
            guard judgement == .valid else { return judgement }
        }
        try transaction.later(Coupon.reserve(coupon.id))
        return .valid
    }

    /// Status 1 with errors: the sheet stays open, and nothing is asked of the processor.
    func refuse(
        _ errors: [FieldError], _ held: HeldSheet, in transaction: Transaction
    ) throws -> Outcome {
        try transaction.later(held.sheet.storeState)
        try transaction.later(
            held.entry(
                .authorize, errors: errors,
                question: payment.shipping.map { contact in
                    Writer.value { $0.object { $0.member("shippingContact", contact) } }
                }
            ).insert)
        return .answer(AuthorizationAnswer(sheet: held.sheet, attempt: nil, errors: errors))
    }
}
