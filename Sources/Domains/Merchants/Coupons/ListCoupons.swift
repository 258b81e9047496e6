import Postgres
import Vocabulary

/// Lists a page of a merchant's coupons, newest first.
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
