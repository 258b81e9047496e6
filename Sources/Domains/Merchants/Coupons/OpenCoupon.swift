import Postgres

/// Creates a coupon; no other coupon can use its code until it is archived.
package struct OpenCoupon: Verb {
    package let coupon: Coupon

    package init(coupon: Coupon) { self.coupon = coupon }

    package func callAsFunction(in transaction: Transaction) throws -> Coupon {
        do {
            _ = try transaction.run(Coupon.insert(coupon))
        } catch let error as PostgresError
            where error.constraintName == "coupons_have_one_live_code"
        {
            throw MerchantRefusal.couponCodeTaken
        }
        return coupon
    }
}
