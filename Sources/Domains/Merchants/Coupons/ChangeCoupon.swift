import Postgres

/// Changes a coupon for future use; checkouts that already show it keep its old terms.
package struct ChangeCoupon: Verb {
    package let coupon: Coupon.ID
    package let change: @Sendable (Coupon) throws -> Coupon

    package init(coupon: Coupon.ID, change: @escaping @Sendable (Coupon) throws -> Coupon) {
        self.coupon = coupon
        self.change = change
    }

    package func callAsFunction(in transaction: Transaction) throws -> Coupon {
        let old = try FindCoupon(coupon: coupon)(in: transaction)
        let new = try change(old)
        if let most = new.terms.redemptionsMax, most < old.redemptions {
            throw MerchantRefusal.couponRedeemedMore(old.redemptions)
        }
        try transaction.enqueue(Coupon.store(new))
        return new
    }
}
