import Contacts
import Merchants
import Postgres
import Vocabulary

/// What a sheet shows before a question changes it: the buyer's choice, without a coupon that has
/// gone bad since it was shown. Nobody could pay with that one, so no total keeps its discount.
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
        guard let applied = sheet.choice.coupon else {
            return Standing(choice: sheet.choice, dropped: nil)
        }
        let judgement =
            applied.isSpent
            ? .usedByBuyer
            : try sheet.request.judge(
                try Coupon.find(applied.id, in: try reading()), at: question.now)
        guard let error = FieldError(coupon: judgement) else {
            return Standing(choice: sheet.choice, dropped: nil)
        }
        var choice = sheet.choice
        choice.coupon = nil
        return Standing(
            choice: choice, dropped: DroppedCoupon(code: applied.code, error: error))
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

    /// By the settings that it was shown with.
    private func lastGoodPrice() throws -> Price {
        let settings = try Merchant.settings(
            sheet.id.merchant, version: sheet.settingsVersion, in: try reading())
        return try sheet.request.price(
            sheet.choice, settings: settings ?? question.merchant.settings,
            language: question.language, at: question.now)
    }
}
