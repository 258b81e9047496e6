import Contacts
import Crypto
import JSON
import Merchants
import Vocabulary

/// The contacts of a payment after the full validation.
package struct AuthorizedContacts: Sendable {
    package var shipping: Examined?
    package var billing: Examined?

    package init(shipping: Examined? = nil, billing: Examined? = nil) {
        self.shipping = shipping
        self.billing = billing
    }

    /// Billing errors first: the card is charged before anything is shipped.
    package var errors: [FieldError] { (billing?.errors ?? []) + (shipping?.errors ?? []) }

    /// Returns keyed hashes of the buyer's email, by which a coupon counts its uses: under the
    /// current key first, then under older ones. A hash does not reveal the address, and it differs
    /// from coupon to coupon.
    package func buyers(_ keys: KeyRing, _ coupon: Coupon.ID) throws -> [[UInt8]] {
        guard
            let email = shipping?.normalized.emailAddress ?? billing?.normalized.emailAddress
        else { return [] }
        let context = Array("\(coupon.text) \(CouponUse.buyer(of: email))".utf8)
        return try keys.allNumbers.reversed().map { number in
            try keys.derive(label: "coupon buyer", context: context, number: number)
        }
    }
}
