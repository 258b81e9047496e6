import HTTP
import JSON
import Merchants
import Postgres
import Vocabulary

/// Routes for a merchant's coupons.
extension Services {
    var couponRoutes: [Route] {
        [
            route(.get, "/v1/coupons", for: [.read, .write], listCoupons),
            route(.post, "/v1/coupons", for: .write, openCoupon),
            route(.get, "/v1/coupons/{coupon}", for: [.read, .write], showCoupon),
            route(.patch, "/v1/coupons/{coupon}", for: .write, changeCoupon),
            route(.delete, "/v1/coupons/{coupon}", for: .write, archiveCoupon),
        ]
    }

    @Sendable private func listCoupons(_ call: Call) async throws -> Response {
        try await list(Coupon.self, of: call.merchant.number, call) { $0.write(to: &$1) }
    }

    @Sendable private func openCoupon(_ call: Call) async throws -> Response {
        let document = try call.document()
        let coupon = try Call.read(document.root) { fields -> Coupon? in
            let code = CouponCode(reading: fields)
            let terms = CouponTerms(reading: fields)
            fields.refuseUnknown()
            guard let code, let terms else { return nil }
            return Coupon(
                id: Coupon.ID(merchant: call.merchant.number, uuid: call.identify()), code: code,
                terms: terms, createdAt: call.now)
        }
        let open = OpenCoupon(coupon: coupon)
        return try await call.idempotent(document) { transaction in
            let coupon = try open(in: transaction)
            return Answer(201) { coupon.write(to: &$0) }
        }
    }

    @Sendable private func showCoupon(_ call: Call) async throws -> Response {
        let find = FindCoupon(coupon: try call.identifier("coupon"))
        let coupon = try await database.transaction { try find(in: $0) }
        return Answer { coupon.write(to: &$0) }.response
    }

    @Sendable private func changeCoupon(_ call: Call) async throws -> Response {
        let document = try call.document()
        let change = ChangeCoupon(coupon: try call.identifier("coupon")) { old in
            try Call.read(document.root) { fields in
                guard let terms = old.terms.changed(by: fields) else { return nil }
                var new = old
                new.terms = terms
                return new
            }
        }
        let coupon = try await database.transaction { try change(in: $0) }
        return Answer { coupon.write(to: &$0) }.response
    }

    @Sendable private func archiveCoupon(_ call: Call) async throws -> Response {
        let now = call.now
        let change = ChangeCoupon(coupon: try call.identifier("coupon")) { old in
            var new = old
            new.archivedAt = old.archivedAt ?? now
            return new
        }
        _ = try await database.transaction { try change(in: $0) }
        return Response(status: 204)
    }
}

extension Coupon {
    func write(to writer: inout Writer) {
        writer.object {
            $0.member("id", id.text)
            $0.member("code", code.folded)
            terms.write(membersTo: &$0)
            $0.member("redemptions", redemptions)
            $0.member("createdAt", createdAt.rfc3339)
            $0.member("archivedAt", ifPresent: archivedAt?.rfc3339)
        }
    }
}
