import Balances
import Contacts
import Merchants
import Postgres
import Vocabulary

/// What a buyer who came to pay agreed to, checked again: nothing is dearer than the sheet showed,
/// neither for the card nor for any balance (money.md 6).
enum Agreement {
    case agreed(Price, AuthorizedContacts, shown: Int)
    /// Status 1: the sheet stays open.
    case refused([FieldError], BalanceTrouble?)
}

extension HeldSheet {
    /// Whether the sheet may be paid as it was shown; it becomes what is paid.
    ///
    /// - Parameters:
    ///   - version: the one that the sheet showed; nothing means the last one given out.
    ///   - hasCard: whether a card pays what balances leave.
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
        if let full = contacts.shipping?.destination { choice.place = full }
        // Locked before the balances, as whoever gives a redemption back does.
        let coupon = try sheet.choice.coupon.map {
            try FindCoupon(coupon: $0.id)(in: try reading())
        }
        isPaying = true
        let price: Price
        do {
            price = try self.price(choice)
        } catch PricingRefusal.unserviceable {
            try pin(choice.place)
            return .refused([.unserviceable], nil)
        }
        if let refused = try dearer(price, at: choice.place) { return refused }
        if !hasCard, let missing = price.missingWithoutCard {
            let trouble = BalanceTrouble.insufficient(shortfall: missing)
            return .refused([trouble.error], trouble)
        }
        let judgement = try judge(coupon, contacts)
        if let error = FieldError(coupon: judgement) {
            // The questions of the sheet find out the rest, but never who is about to buy.
            sheet.choice.coupon?.isSpent = judgement == .usedByBuyer
            try reading().later(sheet.storeCoupon)
            return .refused([error], nil)
        }
        // The place stays as the sheet knows it until the money is ours: it may ask again.
        choice.place = sheet.choice.place
        take(choice, price)
        return .agreed(price, contacts, shown: shown)
    }

    /// Why the price is more than was shown: a balance has less, or the full address costs more.
    private mutating func dearer(_ price: Price, at place: Destination?) throws -> Agreement? {
        let more = price.total.minorUnits - sheet.total.minorUnits
        guard more > 0 else { return nil }
        let shown = sheet.tenders.map(\.amount)
        let wanted = Tender.shares(
            of: price.authorizationAmount.minorUnits + price.tenders.amount, atMost: shown)
        let missing = wanted.reduce(0, +) - price.tenders.amount
        if more <= missing {
            // The next question shares the price out anew, among what there is.
            sheet.tenders = sheet.tenders.held(until: question.now)
            let trouble = BalanceTrouble.insufficient(
                shortfall: Money(minorUnits: missing, currency: sheet.total.currency))
            return .refused([trouble.error], trouble)
        }
        try pin(place)
        return .refused(
            [
                .dearer(
                    price.total, at: sheet.choice.place,
                    required: sheet.request.requiredShippingContactFields)
            ], nil)
    }

    /// The full address costs more than was shown: the next update for the redacted one shows it.
    private mutating func pin(_ full: Destination?) throws {
        guard let full, let place = sheet.choice.place else { return }
        // A place that was priced by a pin already stands for its redacted form.
        let known = sheet.choice.pin
        let redacted = known?.full == place ? known?.redacted ?? place : place
        let pin = Sheet.Pin(redacted: redacted, full: full)
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

    /// Judges the coupon again, and takes a redemption if it is still good (money.md 5).
    ///
    /// The coupon's lock serialises its buyers, so the counts are exact.
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
