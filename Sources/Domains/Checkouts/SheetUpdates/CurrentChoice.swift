import Carts
import Contacts
import Merchants
import Postgres
import Vocabulary

/// The buyer's choice before an update changes it: with the full address if that costs more, and
/// without a coupon that has become invalid. Otherwise the sheet would show a total that cannot be
/// paid.
package struct CurrentChoice {
    package let choice: CheckoutSession.Choice
    package let dropped: DroppedCoupon?
}

/// A coupon that the server removed from an open checkout, and the error that tells the buyer the
/// reason.
package struct DroppedCoupon: Sendable {
    package let code: CouponCode
    package let error: FieldError
}

extension LoadedCheckout {
    /// Checks the coupon as the payment will (docs/rules/money.md#5), except for the limit per
    /// buyer: the buyer is not known yet. The coupon keeps the terms that the sheet showed; only
    /// its validity is checked.
    package func currentChoice() throws -> CurrentChoice {
        let choice = session.choice.pinned
        guard let applied = choice.coupon else {
            return CurrentChoice(choice: choice, dropped: nil)
        }
        let validity =
            applied.isSpent
            ? .usedByBuyer
            : try session.request.checkValidity(
                try Coupon.find(applied.id, in: try requireTransaction()), at: context.now)
        guard let error = FieldError(coupon: validity) else {
            return CurrentChoice(choice: choice, dropped: nil)
        }
        var without = choice
        without.coupon = nil
        return CurrentChoice(
            choice: without, dropped: DroppedCoupon(code: applied.code, error: error))
    }

    /// Prices and adopts the requested choice; if it is unavailable, the present one, with an
    /// error.
    ///
    /// If the merchant's zones have changed, even the present choice may be unserved. The function
    /// then returns the last good price and changes nothing, so that the buyer can choose another
    /// address.
    ///
    /// - Parameter errors: errors found before; if there are any, the requested choice is the
    ///   present one.
    package mutating func reprice(
        on requested: CheckoutSession.Choice, or currentChoice: CurrentChoice, errors: [FieldError]
    ) throws -> (price: Price, errors: [FieldError], dropped: DroppedCoupon?) {
        let isAboutCoupon = requested.coupon != currentChoice.choice.coupon
        do {
            let price = try self.price(requested)
            apply(requested, price)
            return (price, errors, currentChoice.dropped)
        } catch PricingRefusal.unserviceable {
        } catch PricingRefusal.zeroTotalNeedsNewerClient where isAboutCoupon {
            // An old client cannot show a total of zero.
        }
        do {
            let price = try self.price(currentChoice.choice)
            apply(currentChoice.choice, price)
            let refused = isAboutCoupon ? .couponNotUsable : FieldError.unserviceable
            return (price, errors.isEmpty ? [refused] : errors, currentChoice.dropped)
        } catch PricingRefusal.unserviceable {
            return (try lastGoodPrice(), errors.isEmpty ? [.unserviceable] : errors, nil)
        }
    }

    /// The price last shown, by the settings that priced it.
    func lastGoodPrice() throws -> Price {
        let settings = try Merchant.settings(
            session.id.merchant, version: session.settingsVersion, in: try requireTransaction())
        return try session.request.price(
            session.choice, settings: settings ?? context.merchant.settings,
            language: context.language, at: context.now, paidBy: session.tenders)
    }
}

extension CheckoutSession.Choice {
    /// The choice with the full address that a payment revealed (docs/rules/money.md#6).
    var pinned: CheckoutSession.Choice {
        guard let pin, pin.redacted == places[pin.role] else { return self }
        var choice = self
        choice.places[pin.role] = pin.full
        return choice
    }

    /// Adopts an address that the sheet sent, in its full form if that costs more.
    mutating func select(_ redacted: Destination?, as role: Role) {
        let pinned = pin.flatMap { $0.role == role && $0.redacted == redacted ? $0.full : nil }
        places[role] = pinned ?? redacted
    }
}
