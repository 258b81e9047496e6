import Merchants
import Postgres
import Vocabulary

/// A redemption that an attempt has taken.
struct CouponUse: Sendable {
    let coupon: Coupon.ID
    /// A keyed hash of the buyer's e-mail; nothing where the sheet did not ask for one.
    let buyer: [UInt8]?
}
