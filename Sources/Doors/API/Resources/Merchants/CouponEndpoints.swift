import HTTP
import JSON
import Merchants

/// A merchant's coupons.
enum CouponEndpoints {
    private static let one = "/v1/coupons/{coupon}"

    static let all: [Endpoint] = [
        Endpoint(ListEndpoint<Coupon>("/v1/coupons")),
        .once(.post, "/v1/coupons", status: 201) { call, fields -> OpenCoupon? in
            let code = CouponCode(reading: fields)
            let terms = CouponTerms(reading: fields)
            fields.refuseUnknown()
            guard let code, let terms else { return nil }
            return OpenCoupon(
                coupon: Coupon(id: call.newID(), code: code, terms: terms, createdAt: call.now))
        },
        .show(one) { FindCoupon(coupon: try $0.identifier("coupon")) },
        .change(.patch, one) { call in
            let document = try call.document()
            return ChangeCoupon(coupon: try call.identifier("coupon")) { old in
                try Call.read(document.root) { fields in
                    guard let terms = old.terms.changed(by: fields) else { return nil }
                    var new = old
                    new.terms = terms
                    return new
                }
            }
        },
        .delete(one) { call in
            ChangeCoupon(coupon: try call.identifier("coupon")) { old in
                var new = old
                new.archivedAt = old.archivedAt ?? call.now
                return new
            }
        },
    ]
}
