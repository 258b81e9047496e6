import Merchants
import Postgres
import Vocabulary

/// A redemption that an attempt has taken.
struct CouponUse: Sendable {
    let coupon: Coupon.ID
    /// A keyed hash of the buyer's e-mail; nothing where the sheet did not ask for one.
    let buyer: [UInt8]?
}

extension CouponUse {
    /// Whom an e-mail address stands for where uses are counted, and only there.
    ///
    /// RFC 5321 leaves the local part to its host. But nearly every host delivers `j+toast@` to `j@`, in
    /// any case of letters, and a merchant who says once per buyer means the person. Dots count: that
    /// some host drops them is its own custom.
    static func buyer(of email: String) -> String {
        let email = email.lowercased()
        guard let at = email.lastIndex(of: "@"),
            let plus = email[..<at].firstIndex(of: "+"), plus > email.startIndex
        else { return email }
        return String(email[..<plus] + email[at...])
    }
}
