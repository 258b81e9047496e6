import Contacts
import Crypto
import JSON
import Merchants
import Vocabulary

/// The contacts of a payment, examined in full.
struct AuthorizedContacts: Sendable {
    var shipping: Examined?
    var billing: Examined?

    /// Billing errors first: the card is charged before anything is sent.
    var errors: [FieldError] { (billing?.errors ?? []) + (shipping?.errors ?? []) }

    /// A keyed hash of the buyer's e-mail, by which a coupon knows whom it served: under the
    /// current key first, then under older ones. It tells nobody the address, and differs from
    /// coupon to coupon.
    func buyers(_ keys: KeyRing, _ coupon: Coupon.ID) throws -> [[UInt8]] {
        guard
            let email = shipping?.normalized.emailAddress ?? billing?.normalized.emailAddress
        else { return [] }
        let context = Array("\(coupon.text) \(CouponUse.buyer(of: email))".utf8)
        return try keys.allNumbers.reversed().map { number in
            try keys.derive(label: "coupon buyer", context: context, number: number)
        }
    }
}
