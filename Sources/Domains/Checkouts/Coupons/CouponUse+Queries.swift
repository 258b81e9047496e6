import Merchants
import Postgres
import Vocabulary

extension CouponUse {
    /// Counts a buyer's uses of a coupon, including attempts in progress and payments by balances
    /// alone. Exact while the coupon's row is locked.
    package static func count(_ coupon: Coupon.ID, by buyers: [[UInt8]]) -> Query {
        let buyers = Query.joined(buyers.map { "\($0)" }, separator: ", ")
        return """
            SELECT (SELECT count(*) FROM attempts
                WHERE merchant_id = \(coupon.merchant) AND coupon_id = \(coupon.uuid)
                    AND buyer IN (\(buyers)) AND state IN ('started', 'unknown', 'authorized'))
                + (SELECT count(*) FROM checkouts
                WHERE merchant_id = \(coupon.merchant) AND coupon_id = \(coupon.uuid)
                    AND coupon_buyer IN (\(buyers))) AS used
            """
    }
}
