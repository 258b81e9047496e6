import Balances
import Carts
import Checkouts
import Contacts
import Merchants
import Postgres
import Vocabulary

/// Checks the buyer's agreement again at the payment: neither the card nor any balance pays more
/// than the sheet showed (docs/rules/money.md#6).
enum Agreement {
    case agreed(Price, AuthorizedContacts, shown: Int)
    /// Status 1: the sheet stays open.
    case refused([FieldError], BalanceTrouble?)
}

extension HeldSheet {
    /// Checks that the checkout may be paid as the sheet showed it, and adopts the price to pay.
    ///
    /// - Parameters:
    ///   - version: the version that the sheet showed; nil means the last version sent to the
    ///     sheet.
    ///   - hasCard: whether a card pays the rest after the balances.
    mutating func agree(
        shipping: Contact?, billing: Contact?, version: Int?, hasCard: Bool = true
    ) throws -> Agreement {
        try demandOpen()
        if !hasCard, sheet.request.keepsCard { throw CheckoutRefusal.cardNeeded }
        let shown = sheet.version
        let promised = version ?? sheet.shownVersion
        guard promised == shown else {
            throw CheckoutRefusal.staleVersion(given: promised, current: shown)
        }
        let contacts = examine(shipping: shipping, billing: billing)
        guard contacts.errors.isEmpty else { return .refused(contacts.errors, nil) }
        var choice = sheet.choice
        choice.places = places(of: contacts)
        // Locked before the balances, in the same order as the code that releases a redemption.
        let coupon = try sheet.choice.coupon.map {
            try FindCoupon(coupon: $0.id)(in: try reading())
        }
        isPaying = true
        let price: Price
        do {
            price = try self.price(choice)
        } catch PricingRefusal.unserviceable {
            pin(choice.place, as: .shipping)
            return .refused([.unserviceable], nil)
        }
        if let refused = dearer(price, at: choice.places) { return refused }
        if !hasCard, let missing = price.missingWithoutCard {
            let trouble = BalanceTrouble.insufficient(shortfall: missing)
            return .refused([trouble.error], trouble)
        }
        let judgement = try judge(coupon, contacts)
        if let error = FieldError(coupon: judgement) {
            // Sheet updates find out every other judgement, but they never know which buyer will
            // pay.
            sheet.choice.coupon?.isSpent = judgement == .usedByBuyer
            try reading().later(sheet.storeCoupon)
            return .refused([error], nil)
        }
        // The stored addresses stay as the sheet sent them until the payment is authorized, because
        // the sheet may send another update.
        choice.places = sheet.choice.places
        take(choice, price)
        return .agreed(price, contacts, shown: shown)
    }

    /// Returns the refusal if the price exceeds the sheet's: a balance has less, or the full
    /// address costs more.
    private mutating func dearer(_ price: Price, at places: Places) -> Agreement? {
        let more = price.total.minorUnits - sheet.total.minorUnits
        guard more > 0 else { return nil }
        let shown = sheet.tenders.map(\.amount)
        let wanted = Tender.shares(
            of: price.authorizationAmount.minorUnits + price.tenders.amount, atMost: shown)
        let missing = wanted.reduce(0, +) - price.tenders.amount
        if more <= missing {
            // The next update divides the price again among the amounts that the balances have.
            sheet.tenders = sheet.tenders.held(until: question.now)
            let trouble = BalanceTrouble.insufficient(
                shortfall: Money(minorUnits: missing, currency: sheet.total.currency))
            return .refused([trouble.error], trouble)
        }
        if sheet.request.isTaxedByBilling(shipping: places.shipping) {
            pin(places.billing, as: .billing)
            return .refused(
                [
                    .dearer(
                        price.total, .billing, at: places.billing,
                        required: sheet.request.requiredBillingContactFields)
                ], nil)
        }
        pin(places.shipping, as: .shipping)
        return .refused(
            [
                .dearer(
                    price.total, .shipping, at: sheet.choice.place,
                    required: sheet.request.requiredShippingContactFields)
            ], nil)
    }

    /// Pins a full address that costs more than the sheet showed: the next update for its redacted
    /// form shows the higher price.
    ///
    /// The sheet sends a shipping address before the payment. A billing address may first arrive
    /// with the payment, and is then pinned without a redacted form.
    private mutating func pin(_ full: Destination?, as role: Role) {
        let shown = sheet.choice.places[role]
        guard let full, shown != nil || role == .billing else { return }
        let known = sheet.choice.pin
        // An address that was priced by a pin already replaces its redacted form.
        let isPinned = known?.role == role && known?.full == shown
        let pin = Sheet.Pin(role: role, redacted: isPinned ? known?.redacted : shown, full: full)
        sheet.choice.pin = pin
        sheet.privacy.pin = seal.seal(pin: pin)
    }

    private func examine(shipping: Contact?, billing: Contact?) -> AuthorizedContacts {
        let request = sheet.request
        let policy = request.contactPolicy(question.merchant)
        var contacts = AuthorizedContacts()
        if !request.requiredShippingContactFields.isEmpty {
            contacts.shipping = ContactRules.examine(
                shipping ?? Contact(), stage: .full, role: .shipping,
                required: request.requiredShippingContactFields, policy: policy)
        }
        if !request.requiredBillingContactFields.isEmpty {
            contacts.billing = ContactRules.examineBilling(
                billing ?? Contact(), with: shipping, stage: .full,
                required: request.requiredBillingContactFields, policy: policy)
        }
        return contacts
    }

    /// Judges the coupon again, and reserves a redemption if the coupon is still valid
    /// (docs/rules/money.md#5).
    ///
    /// Buyers of the same coupon wait for its row lock, so the counts are exact.
    private func judge(_ coupon: Coupon?, _ contacts: AuthorizedContacts) throws
        -> CouponJudgement
    {
        guard let coupon else { return .valid }
        let transaction = try reading()
        let judgement = try sheet.request.judge(coupon, at: question.now)
        guard judgement == .valid else { return judgement }
        if coupon.terms.redemptionsPerBuyerMax != nil {
            let buyers = try contacts.buyers(question.keys, coupon.id)
            guard !buyers.isEmpty,
                let row = try transaction.run(CouponUse.count(coupon.id, by: buyers)).first
            else { return .unknown }
            let used: Int64 = try row.get("used")
            let judgement = coupon.judge(
                at: question.now, subtotal: try Pricing.subtotal(of: sheet.request),
                redemptions: coupon.redemptions, buyerRedemptions: used)
            guard judgement == .valid else { return judgement }
        }
        try transaction.later(Coupon.reserve(coupon.id))
        return .valid
    }
}
