import HTTPClient
import Vocabulary

/// The reason why there is no merchant session, in order of precedence.
package enum SessionRefusal: Error, Equatable, Sendable {
    /// The page is not on one of the merchant's registered domains.
    case domainNotRegistered
    /// A page on localhost uses the test merchant's first domain, but none is registered.
    case noDomain
    /// The merchant has stored no valid certificate.
    case noCertificate
    /// The certificate and its private key cannot open a TLS connection.
    case certificateUnusable
    /// Apple could not be reached, or did not respond in time.
    case gatewayUnreachable(ClientFault)
    /// Apple reports that the merchant identifier and the certificate do not match.
    case certificateMismatch
    /// Apple does not know the merchant identifier, or not with this domain.
    case unknownToApple
    /// Apple's response is not a session.
    case gatewayFailed(Failure)

    package enum Failure: Equatable, Sendable {
        case status(Int)
        case tooLong
        case notAnObject
    }

    /// True for failures of Apple or the network, which the server's operator needs to know about.
    package var isGatewayFailure: Bool {
        switch self {
        case .gatewayUnreachable, .gatewayFailed: true
        case .domainNotRegistered, .noDomain, .noCertificate, .certificateUnusable,
            .certificateMismatch, .unknownToApple:
            false
        }
    }
}

extension SessionRefusal: Refusal {
    package var problem: ProblemDetails {
        switch self {
        case .domainNotRegistered:
            .conflict(
                "domain_not_registered",
                "the page's domain is not registered for this merchant; see domains of /v1/merchant"
            )
        case .noDomain:
            .conflict(
                "no_domain",
                "a page on localhost uses the merchant's first domain: register a domain first"
            )
        case .noCertificate:
            .conflict(
                "no_merchant_certificate",
                "no valid Apple Pay Merchant Identity certificate is stored for this merchant")
        case .certificateUnusable:
            .conflict(
                "merchant_certificate_unusable",
                "no TLS connection is possible with the stored merchant identity certificate and "
                    + "its private key"
            )
        case .gatewayUnreachable:
            ProblemDetails(
                .unavailable, "gateway_unreachable",
                "Apple's gateway could not be reached in time; if this persists, check whether the "
                    + "merchant identity certificate was revoked",
                retryAfterSeconds: Self.gatewayPauseSeconds)
        case .certificateMismatch:
            .conflict(
                "merchant_certificate_mismatch",
                "Apple rejected the certificate: it does not match the merchant identifier")
        case .unknownToApple:
            .conflict(
                "not_registered_with_apple",
                "Apple does not know this merchant identifier, or has not verified the domain for "
                    + "it"
            )
        case .gatewayFailed:
            ProblemDetails(
                .gatewayFailed, "gateway_failed",
                "Apple's gateway did not return a merchant session",
                retryAfterSeconds: Self.gatewayPauseSeconds)
        }
    }

    /// The sheet waits `PaymentSheetLimits.answerSecondsMax`, so there is time for one more try.
    private static let gatewayPauseSeconds = 2
}
