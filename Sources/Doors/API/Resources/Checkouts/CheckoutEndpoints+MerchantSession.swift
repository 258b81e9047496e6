import Checkouts
import HTTP
import JSON
import Merchants
import Vocabulary

extension CheckoutEndpoints {
    /// Apple's merchant session, which a page needs before it shows a payment sheet.
    static let merchantSession = Endpoint(
        .post, "/v1/checkouts/{checkout}/merchant-session", for: .buyer
    ) { call in
        let named = try call.read { fields -> GatewayAddress?? in
            let address = fields.value(
                "validationURL", maxLength: GatewayAddress.lengthMax,
                detail: call.merchant.live
                    ? "the validationURL from Apple's event, at a production gateway of Apple"
                    : "the validationURL from Apple's event, at a gateway of Apple",
                parse: { text in
                    GatewayAddress(text).flatMap { $0.serves(call.merchant) ? $0 : nil }
                })
            fields.refuseUnknown()
            return .some(address)
        }
        let checkout = try call.checkout()
        // A request with two origins has already been refused.
        guard let origin = call.request.headers["Origin"] else { throw Problem.missingOrigin }
        try call.services.limits.admitSession(of: checkout.uuid)
        try await RequireOpen(checkout: checkout, generation: call.generation, now: call.now)(
            on: call.database)
        let ask = RequestMerchantSession(
            merchant: call.merchant, address: named ?? .standard(for: call.merchant),
            domain: try call.merchant.sessionDomain(of: origin), now: call.now)
        return Response(
            status: 200,
            headers: [("Content-Type", "application/json"), ("Cache-Control", "no-store")],
            body: try await ask(
                at: call.services.appleGateway, as: call.services.merchantIdentity))
    }
}

extension Problem {
    fileprivate static let missingOrigin = Problem(
        400, "missing_origin",
        "the Origin header is missing: request merchant sessions from your page, in the buyer's "
            + "browser"
    )
}
