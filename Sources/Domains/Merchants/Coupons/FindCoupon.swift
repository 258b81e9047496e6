import Postgres

/// Finds a coupon and locks it until the transaction ends.
package struct FindCoupon: Verb {
    package let coupon: Coupon.ID

    package init(coupon: Coupon.ID) { self.coupon = coupon }

    package func callAsFunction(in transaction: Transaction) throws -> Coupon {
        guard let row = try transaction.run(Coupon.lock(coupon)).first else {
            throw MerchantRefusal.couponNotFound
        }
        return try Coupon(row: row)
    }
}
