import Postgres
import Vocabulary

/// Makes a coupon; its code belongs to it alone until it is archived.
package struct OpenCoupon: Sendable {
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

/// Changes what a coupon gives from now on; what was shown with it stays as it was shown.
package struct ChangeCoupon: Sendable {
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
        try transaction.later(Coupon.store(new))
        return new
    }
}

/// One coupon, locked until the transaction ends.
package struct FindCoupon: Sendable {
    package let coupon: Coupon.ID

    package init(coupon: Coupon.ID) { self.coupon = coupon }

    package func callAsFunction(in transaction: Transaction) throws -> Coupon {
        guard let row = try transaction.run(Coupon.lock(coupon)).first,
            let coupon = try Coupon(joined: row)
        else { throw MerchantRefusal.couponNotFound }
        return coupon
    }
}

/// A page of a merchant's coupons, newest first.
package struct ListCoupons: Sendable {
    package let merchant: MerchantNumber
    package let before: UUID128?
    package let limit: Int

    package init(merchant: MerchantNumber, before: UUID128?, limit: Int) {
        self.merchant = merchant
        self.before = before
        self.limit = limit
    }

    package func callAsFunction(in transaction: Transaction) throws -> [Coupon] {
        try transaction.run(Coupon.page(of: merchant, before: before, limit: limit)).compactMap {
            try Coupon(joined: $0)
        }
    }
}
