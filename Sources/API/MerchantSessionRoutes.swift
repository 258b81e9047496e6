import Checkout
import HTTP
import JSON
import Merchants
import Vocabulary

/// Apple's merchant session, for the page that is about to show a sheet.
extension Services {
    var merchantSessionRoutes: [Route] {
        let template = "/v1/checkouts/{checkout}/merchant-session"
        return [
            route(.post, template, for: .buyer, merchantSession),
            preflight(template, methods: "POST"),
        ]
    }

    @Sendable private func merchantSession(_ call: Call) async throws -> Response {
        let named = try call.read { fields -> GatewayAddress?? in
            let address = fields.value(
                "validationURL", maxLength: GatewayAddress.lengthMax,
                detail: "the validationURL of Apple's event, at one of Apple's gateways",
                parse: { GatewayAddress($0) })
            fields.refuseUnknown()
            return .some(address)
        }
        let checkout = try call.checkout()
        // Two are refused at the door.
        guard let origin = call.request.headers["Origin"] else { throw Problem.missingOrigin }
        try limits.admitSession(of: checkout.uuid)
        try await DemandOpen(checkout: checkout, generation: call.generation, now: call.now)(
            on: database)
        let ask = AskForSession(
            merchant: call.merchant, address: named ?? .standard(for: call.merchant),
            domain: try call.merchant.sessionDomain(of: origin), now: call.now)
        return Response(
            status: 200,
            headers: [("Content-Type", "application/json"), ("Cache-Control", "no-store")],
            body: try await ask(at: appleGateway, as: merchantIdentity))
    }
}

extension Problem {
    fileprivate static let missingOrigin = Problem(
        400, "missing_origin",
        "a merchant session is for a page of yours: let the page ask, whose browser says where it is"
    )

    init(_ refusal: SessionRefusal) {
        switch refusal {
        case .domainNotRegistered:
            self.init(
                409, "domain_not_registered",
                "the page is on none of this merchant's domains; see /v1/merchant domains")
        case .noDomain:
            self.init(
                409, "no_domain",
                "a page on this machine asks in the name of the merchant's first domain: register one"
            )
        case .noCertificate:
            self.init(
                409, "no_merchant_certificate",
                "no valid merchant identity certificate of Apple's is stored for this merchant")
        case .certificateUnusable:
            self.init(
                409, "merchant_certificate_unusable",
                "the stored merchant identity certificate and its private key make no connection")
        case .gatewayUnreachable:
            self.init(
                503, "gateway_unreachable",
                "Apple's gateway was not reached in time; where this lasts, look whether the "
                    + "merchant identity certificate was revoked",
                retryAfterSeconds: Self.gatewayPauseSeconds)
        case .certificateMismatch:
            self.init(
                409, "merchant_certificate_mismatch",
                "Apple says that merchant identifier and certificate do not belong together")
        case .unknownToApple:
            self.init(
                409, "not_registered_with_apple",
                "Apple does not know this merchant identifier, or the domain is not verified for it"
            )
        case .gatewayFailed:
            self.init(
                502, "gateway_failed",
                "Apple's gateway answered with something else than a session",
                retryAfterSeconds: Self.gatewayPauseSeconds)
        }
    }

    /// The sheet waits 30 s: there is time to try once more.
    private static let gatewayPauseSeconds = 2
}
