import HTTPClient

/// Why there is no merchant session. In order of precedence.
package enum SessionRefusal: Error, Equatable, Sendable {
    /// The page is on none of the merchant's registered domains.
    case domainNotRegistered
    /// A page on this machine speaks for a test merchant's first domain, and there is none.
    case noDomain
    /// The merchant has stored no certificate that is valid.
    case noCertificate
    /// The certificate and its private key do not make a connection.
    case certificateUnusable
    /// Apple was not reached, or not in time.
    case gatewayUnreachable(ClientFault)
    /// Apple says that the merchant's identifier and certificate do not belong together.
    case certificateMismatch
    /// Apple does not know the merchant's identifier, or not with this domain.
    case unknownToApple
    /// Apple answered with something else than a session.
    case gatewayFailed(Failure)

    package enum Failure: Equatable, Sendable {
        case status(Int)
        case tooLong
        case notAnObject
    }

    /// Whether it is trouble at the other side, of which whoever runs the server wants to know.
    package var isTrouble: Bool {
        switch self {
        case .gatewayUnreachable, .gatewayFailed: true
        case .domainNotRegistered, .noDomain, .noCertificate, .certificateUnusable,
            .certificateMismatch, .unknownToApple:
            false
        }
    }
}
