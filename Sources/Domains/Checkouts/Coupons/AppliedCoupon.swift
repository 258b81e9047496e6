import JSON
import Merchants
import Postgres
import Vocabulary

/// A coupon with the terms that the sheet showed. The terms stay fixed until the payment arrives;
/// then the server checks the coupon again (docs/rules/money.md#5).
package struct AppliedCoupon: Hashable, Sendable {
    package let id: Coupon.ID
    package let code: CouponCode
    package let terms: CouponTerms
    /// True if the buyer who tried to pay had already used it up: the next sheet update drops it.
    package var isSpent = false

    package init(_ coupon: Coupon) {
        id = coupon.id
        code = coupon.code
        terms = coupon.terms
    }
}

extension AppliedCoupon {
    /// The coupon as Postgres stores it, without its identifier.
    package var bytes: [UInt8] {
        Writer.value { writer in
            writer.object {
                $0.member("code", code.folded)
                $0.member("terms", terms)
                if isSpent { $0.member("spent", true) }
            }
        }
    }

    init(id: Coupon.ID, stored bytes: [UInt8]) throws {
        let root = try Document.parse(bytes).root
        guard let code = root["code"]?.string.flatMap(CouponCode.init),
            let terms = root["terms"]
        else { throw StoredValueError(column: "coupon") }
        self.id = id
        self.code = code
        self.terms = try CouponTerms(stored: terms.canonicalBytes())
        isSpent = root["spent"]?.bool == true
    }
}
