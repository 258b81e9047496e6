import Merchants
import Postgres
import Vocabulary

extension CouponUse {
    /// How often a buyer has used a coupon, counting attempts under way. Exact while the coupon's
    /// row is locked.
    static func count(_ coupon: Coupon.ID, by buyers: [[UInt8]]) -> Query {
        """
        SELECT count(*) AS used FROM attempts
        WHERE merchant_id = \(coupon.merchant) AND coupon_id = \(coupon.uuid)
            AND buyer IN (\(Query.joined(buyers.map { "\($0)" }, separator: ", "))) AND state IN ('started', 'unknown', 'authorized')
        """
    }
}
