import Merchants
import Vocabulary

extension CheckoutRequest {
    /// What a coupon is worth to this checkout before its buyer is known.
    ///
    /// One with a limit per buyer needs the e-mail by which it knows the buyer: a sheet that does not
    /// ask for it cannot take the coupon.
    package func judge(_ coupon: Coupon?, at now: Instant) throws -> CouponJudgement {
        guard let coupon, coupon.terms.redemptionsPerBuyerMax == nil || asksForEmail else {
            return .unknown
        }
        return coupon.judge(
            at: now, subtotal: try Pricing.subtotal(of: self), redemptions: coupon.redemptions)
    }
}
