import Merchants
import Postgres
import Vocabulary

/// A coupon redemption that an attempt has reserved.
package struct CouponUse: Sendable {
    let coupon: Coupon.ID
    /// A keyed hash of the buyer's email; nil if the sheet did not ask for one.
    let buyer: [UInt8]?

    package init(coupon: Coupon.ID, buyer: [UInt8]?) {
        self.coupon = coupon
        self.buyer = buyer
    }
}

extension CouponUse {
    /// Maps an email address to the person it stands for, only to count coupon uses.
    ///
    /// RFC 5321 leaves the local part to its host. But nearly every host delivers `j+toast@` to
    /// `j@`, in upper or lower case, and a merchant who says once per buyer means the person. Dots
    /// count: only some hosts ignore them.
    static func buyer(of email: String) -> String {
        let email = email.lowercased()
        // In a quoted local part a plus belongs to the name.
        guard !email.hasPrefix("\""), let at = email.lastIndex(of: "@"),
            let plus = email[..<at].firstIndex(of: "+"), plus > email.startIndex
        else { return email }
        return String(email[..<plus] + email[at...])
    }
}
