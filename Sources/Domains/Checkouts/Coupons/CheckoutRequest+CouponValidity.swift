import Carts
import Merchants
import Vocabulary

extension CheckoutRequest {
    /// Checks a coupon for this checkout before its buyer is known. The rule itself is
    /// `Coupon.checkValidity`.
    ///
    /// A limit per buyer needs the buyer's email: a sheet that does not ask for it cannot use the
    /// coupon.
    package func checkValidity(_ coupon: Coupon?, at now: Instant) throws -> CouponValidity {
        guard let coupon, coupon.terms.redemptionsPerBuyerMax == nil || asksForEmail else {
            return .unknown
        }
        return coupon.checkValidity(
            at: now, subtotal: try Pricing.subtotal(of: self), redemptions: coupon.redemptions)
    }
}
