import Balances
import Carts
import Checkouts
import Contacts
import Merchants
import Postgres
import Vocabulary

/// The result of checking the buyer's agreement again at the payment: neither the card nor any
/// balance pays more than the sheet showed (docs/rules/money.md#6).
enum AuthorizationCheck {
    case passed(Price, AuthorizedContacts, version: Int)
    /// Status 1: the sheet stays open.
    case refused([FieldError], BalanceProblem?)
}

extension LoadedCheckout {
    /// Checks that the checkout may be paid as the sheet showed it, and adopts the price to pay.
    ///
    /// - Parameters:
    ///   - version: the version that the sheet showed; nil means the last version sent to the
    ///     sheet.
    ///   - hasCard: true if a card pays the rest after the balances.
    mutating func checkAuthorization(
        shipping: Contact?, billing: Contact?, version: Int?, hasCard: Bool = true
    ) throws -> AuthorizationCheck {
        try requireOpen()
        if !hasCard, session.request.savesCard { throw CheckoutRefusal.cardNeeded }
        let current = session.version
        let agreed = version ?? session.shownVersion
        guard agreed == current else {
            throw CheckoutRefusal.staleVersion(given: agreed, current: current)
        }
        let contacts = examine(shipping: shipping, billing: billing)
        guard contacts.errors.isEmpty else { return .refused(contacts.errors, nil) }
        var choice = session.choice
        choice.places = places(of: contacts)
        // Lock order: the coupon before the balances.
        let coupon = try session.lockCoupon(in: transaction)
        isPaying = true
        let price: Price
        do {
            price = try self.price(choice)
        } catch PricingRefusal.unserviceable {
            pin(choice.place, as: .shipping)
            return .refused([.unserviceable], nil)
        }
        if let refused = priceIncreased(price, at: choice.places) { return refused }
        if !hasCard, let missing = price.missingWithoutCard {
            let problem = BalanceProblem.insufficient(shortfall: missing)
            return .refused([problem.error], problem)
        }
        let validity = try checkValidity(coupon, contacts)
        if let error = FieldError(coupon: validity) {
            // Sheet updates detect every other invalid coupon. Only here is the buyer known, so
            // the row stores that this buyer has used it up.
            session.choice.coupon?.isSpent = validity == .usedByBuyer
            marksCoupon = true
            return .refused([error], nil)
        }
        reservedCoupon = coupon?.reserved
        // The stored addresses stay as the sheet sent them until the payment is authorized, because
        // the sheet may send another update.
        choice.places = session.choice.places
        apply(choice, price)
        return .passed(price, contacts, version: current)
    }

    /// Returns the refusal if the price exceeds the sheet's: a balance has less, or the full
    /// address costs more.
    private mutating func priceIncreased(_ price: Price, at places: Places) -> AuthorizationCheck? {
        let more = price.total.minorUnits - session.total.minorUnits
        guard more > 0 else { return nil }
        let shown = session.tenders.map(\.amount)
        let requested = Tender.shares(
            of: price.authorizationAmount.minorUnits + price.tenders.amount, atMost: shown)
        let missing = requested.reduce(0, +) - price.tenders.amount
        if more <= missing {
            // The next update divides the price again among the amounts that the balances have.
            session.tenders = session.tenders.held(until: context.now)
            let problem = BalanceProblem.insufficient(
                shortfall: Money(minorUnits: missing, currency: session.total.currency))
            return .refused([problem.error], problem)
        }
        if session.request.isTaxedByBilling(shipping: places.shipping) {
            pin(places.billing, as: .billing)
            return .refused(
                [
                    .priceIncreased(
                        price.total, .billing, at: places.billing,
                        required: session.request.requiredBillingContactFields)
                ], nil)
        }
        pin(places.shipping, as: .shipping)
        return .refused(
            [
                .priceIncreased(
                    price.total, .shipping, at: session.choice.place,
                    required: session.request.requiredShippingContactFields)
            ], nil)
    }

    /// Pins a full address that costs more than the sheet showed: the next update for its redacted
    /// form shows the higher price.
    ///
    /// The sheet sends a shipping address before the payment. A billing address may first arrive
    /// with the payment, and is then pinned without a redacted form.
    private mutating func pin(_ full: Destination?, as role: Role) {
        let shown = session.choice.places[role]
        guard let full, shown != nil || role == .billing else { return }
        let known = session.choice.pin
        // An address that was priced by a pin already replaces its redacted form.
        let isPinned = known?.role == role && known?.full == shown
        let pin = CheckoutSession.Pin(
            role: role, redacted: isPinned ? known?.redacted : shown, full: full)
        session.choice.pin = pin
        session.privacy.pin = seal.seal(pin: pin)
    }

    private func examine(shipping: Contact?, billing: Contact?) -> AuthorizedContacts {
        let request = session.request
        let policy = request.contactPolicy(context.merchant)
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

    /// Checks the coupon again (docs/rules/money.md#5).
    ///
    /// Buyers of the same coupon wait for its row lock, so the counts are exact.
    private func checkValidity(_ coupon: Coupon?, _ contacts: AuthorizedContacts) throws
        -> CouponValidity
    {
        guard let coupon else { return .valid }
        let transaction = try requireTransaction()
        let validity = try session.request.checkValidity(coupon, at: context.now)
        guard validity == .valid else { return validity }
        if coupon.terms.redemptionsPerBuyerMax != nil {
            let buyers = try contacts.buyers(context.keys, coupon.id)
            guard !buyers.isEmpty,
                let row = try transaction.run(CouponUse.count(coupon.id, by: buyers)).first
            else { return .unknown }
            let used: Int64 = try row.get("used")
            let validity = coupon.checkValidity(
                at: context.now, subtotal: try Pricing.subtotal(of: session.request),
                redemptions: coupon.redemptions, buyerRedemptions: used)
            guard validity == .valid else { return validity }
        }
        return .valid
    }
}
