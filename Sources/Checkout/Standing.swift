import Contacts
import Merchants
import Postgres
import Vocabulary

/// What a sheet shows before a question changes it: the buyer's choice, at the full address where
/// that turned out dearer, and without a coupon that has gone bad since it was shown. Nobody could
/// pay without the one or with the other, so no total is given out that does.
struct Standing {
    let choice: Sheet.Choice
    let dropped: DroppedCoupon?
}

/// A coupon that was taken out of an open sheet, and why.
package struct DroppedCoupon: Sendable {
    package let code: CouponCode
    package let error: FieldError
}

extension HeldSheet {
    /// Judges the coupon as the payment will be judged (money.md 5). What it gives stays as it was
    /// shown; only whether it may be used still is asked.
    func standing() throws -> Standing {
        let choice = sheet.choice.pinned
        guard let applied = choice.coupon else {
            return Standing(choice: choice, dropped: nil)
        }
        let judgement =
            applied.isSpent
            ? .usedByBuyer
            : try sheet.request.judge(
                try Coupon.find(applied.id, in: try reading()), at: question.now)
        guard let error = FieldError(coupon: judgement) else {
            return Standing(choice: choice, dropped: nil)
        }
        var without = choice
        without.coupon = nil
        return Standing(
            choice: without, dropped: DroppedCoupon(code: applied.code, error: error))
    }

    /// Prices and takes what the buyer wants; where that cannot be had, what stands, with an error.
    ///
    /// Not even that may be delivered any more, when the merchant's zones have changed: then the
    /// last good total is answered and nothing changes, so that the buyer can choose another place.
    ///
    /// - Parameter errors: what is wrong already; with any the wanted choice is the standing one.
    mutating func settle(
        on wanted: Sheet.Choice, or standing: Standing, errors: [FieldError]
    ) throws -> (price: Price, errors: [FieldError], dropped: DroppedCoupon?) {
        let isAboutCoupon = wanted.coupon != standing.choice.coupon
        do {
            let price = try self.price(wanted)
            take(wanted, price)
            return (price, errors, standing.dropped)
        } catch PricingRefusal.unserviceable {
        } catch PricingRefusal.zeroTotalNeedsNewerClient where isAboutCoupon {
            // An old sheet cannot show that nothing is left to pay.
        }
        do {
            let price = try self.price(standing.choice)
            take(standing.choice, price)
            let refused = isAboutCoupon ? .couponNotUsable : FieldError.unserviceable
            return (price, errors.isEmpty ? [refused] : errors, standing.dropped)
        } catch PricingRefusal.unserviceable {
            return (try lastGoodPrice(), errors.isEmpty ? [.unserviceable] : errors, nil)
        }
    }

    /// What was last given out, by the settings that it was shown with.
    func lastGoodPrice() throws -> Price {
        let settings = try Merchant.settings(
            sheet.id.merchant, version: sheet.settingsVersion, in: try reading())
        return try sheet.request.price(
            sheet.choice, settings: settings ?? question.merchant.settings,
            language: question.language, at: question.now, paidBy: sheet.tenders)
    }
}

extension Sheet.Choice {
    /// At the full address of its place, once the payment has told it (money.md 6).
    var pinned: Sheet.Choice {
        guard let pin, pin.redacted == place else { return self }
        var choice = self
        choice.place = pin.full
        return choice
    }
}
