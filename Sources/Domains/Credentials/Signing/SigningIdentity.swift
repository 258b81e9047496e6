import Crypto

/// The kinds of Apple certificates that sign packages for Wallet.
package enum SignerKind: Hashable, Sendable {
    case passType, orderType

    /// Prefix of the identifiers of these types.
    package var prefix: String {
        switch self {
        case .passType: "pass."
        case .orderType: "order."
        }
    }
}

/// The identity that signs packages: Apple's certificate of a pass or order type, its private key,
/// and the Apple intermediate that issued it.
package struct SigningIdentity: Sendable {
    package let certificate: Certificate
    package let key: PrivateKey
    package let intermediate: Certificate
    /// Identifier of the pass or order type, such as `pass.com.example.gift`.
    package let typeIdentifier: String
    package let teamIdentifier: String
    /// Seconds since 1970 until which both certificates are valid.
    package let expiresAt: Int64
}

/// The reason why a certificate cannot sign. A phone would refuse the package without an error.
package enum SignerFault: Hashable, Sendable {
    /// The key belongs to another certificate.
    case keyMismatch
    /// Apple issued the certificate for another purpose, such as push or payments.
    case wrongPurpose(SignerKind)
    /// The subject has no identifier or no team, or the certificate's extension names another type.
    case noTypeOrTeam
    /// Another intermediate issued the certificate: the one named here.
    case wrongIntermediate(issuer: String)
    /// The intermediate was not issued by the root that Wallet requires, but by the one named here.
    case wrongRoot(issuer: String)
    /// The type was created with this other team.
    case teamMismatch(opened: String)
    case expired(daysAgo: Int64)
    case notYetValid
    case intermediateExpired(daysAgo: Int64)
}

extension SignerFault {
    package var explanation: String {
        switch self {
        case .keyMismatch: "the private key does not match the certificate"
        case .wrongPurpose(.passType):
            "this certificate cannot sign passes: it lacks Apple's extension for pass types. "
                + "Apple's developer portal calls the right kind a Pass Type ID Certificate"
        case .wrongPurpose(.orderType):
            "this certificate cannot sign orders: it contains no order type identifier. "
                + "Apple's developer portal calls the right kind an Order Type ID Certificate"
        case .noTypeOrTeam:
            "the certificate does not contain exactly one pass type and one team, as Apple's "
                + "certificates do"
        case .wrongIntermediate(let issuer):
            "the intermediate did not issue this certificate; its issuer is: \(issuer). "
                + "Download the certificate of that name from apple.com/certificateauthority"
        case .wrongRoot(let issuer):
            "the intermediate was not issued by the trusted root, but by: \(issuer)"
        case .teamMismatch(let team):
            "the type was created with team \(team), but the certificate belongs to another team: "
                + "store one of that team"
        case .expired(let days):
            "the certificate expired \(days) days ago: create a new one in Apple's developer portal"
        case .notYetValid:
            "the certificate or its intermediate is not valid yet: check this machine's clock"
        case .intermediateExpired(let days):
            "the intermediate expired \(days) days ago: download the current one from "
                + "apple.com/certificateauthority"
        }
    }
}
