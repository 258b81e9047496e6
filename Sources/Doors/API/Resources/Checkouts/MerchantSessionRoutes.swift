import Checkouts
import HTTP
import JSON
import Merchants
import Vocabulary

/// The route for Apple's merchant session, which a page needs before it shows a payment sheet.
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
        try limits.admitSession(of: checkout.uuid)
        try await RequireOpen(checkout: checkout, generation: call.generation, now: call.now)(
            on: database)
        let ask = RequestMerchantSession(
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
        "the Origin header is missing: request merchant sessions from your page, in the buyer's "
            + "browser"
    )

    init(_ refusal: SessionRefusal) {
        switch refusal {
        case .domainNotRegistered:
            self.init(
                409, "domain_not_registered",
                "the page's domain is not registered for this merchant; see domains of /v1/merchant"
            )
        case .noDomain:
            self.init(
                409, "no_domain",
                "a page on localhost uses the merchant's first domain: register a domain first"
            )
        case .noCertificate:
            self.init(
                409, "no_merchant_certificate",
                "no valid Apple Pay Merchant Identity certificate is stored for this merchant")
        case .certificateUnusable:
            self.init(
                409, "merchant_certificate_unusable",
                "no TLS connection is possible with the stored merchant identity certificate and "
                    + "its private key"
            )
        case .gatewayUnreachable:
            self.init(
                503, "gateway_unreachable",
                "Apple's gateway could not be reached in time; if this persists, check whether the "
                    + "merchant identity certificate was revoked",
                retryAfterSeconds: Self.gatewayPauseSeconds)
        case .certificateMismatch:
            self.init(
                409, "merchant_certificate_mismatch",
                "Apple rejected the certificate: it does not match the merchant identifier")
        case .unknownToApple:
            self.init(
                409, "not_registered_with_apple",
                "Apple does not know this merchant identifier, or has not verified the domain for "
                    + "it"
            )
        case .gatewayFailed:
            self.init(
                502, "gateway_failed",
                "Apple's gateway did not return a merchant session",
                retryAfterSeconds: Self.gatewayPauseSeconds)
        }
    }

    /// The sheet waits `PaymentSheetLimits.answerSecondsMax`, so there is time for one more try.
    private static let gatewayPauseSeconds = 2
}
