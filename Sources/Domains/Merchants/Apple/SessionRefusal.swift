import HTTPClient

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
