import Crypto

/// What Apple issues certificates for that sign what Wallet takes.
package enum SignerKind: Hashable, Sendable {
    case passType, orderType

    /// How the identifiers of types begin.
    package var prefix: String {
        switch self {
        case .passType: "pass."
        case .orderType: "order."
        }
    }
}

/// In whose name packages are signed: Apple's certificate of a pass type or order type, its key, and Apple's
/// certificate that has issued it.
package struct SigningIdentity: Sendable {
    package let certificate: Certificate
    package let key: PrivateKey
    package let intermediate: Certificate
    /// Of the pass or order type, such as `pass.com.example.gift`.
    package let typeIdentifier: String
    package let teamIdentifier: String
    /// Seconds since 1970 until which both certificates hold.
    package let expiresAt: Int64
}

/// Why nobody can sign with what there is. A phone would say nothing at all.
package enum SignerFault: Hashable, Sendable {
    /// The key is not the certificate's.
    case otherKey
    /// It is a certificate of Apple's for another purpose, such as push or payments.
    case otherPurpose(SignerKind)
    /// It says of whom it is in a way that Apple does not: no identifier, no team, or two of them that differ.
    case unnamed
    /// The intermediate is another than that which has issued it; who did.
    case otherIntermediate(issuer: String)
    /// The intermediate is not from the root that Wallet wants; who has issued it.
    case otherRoot(issuer: String)
    /// Its type was opened with this team.
    case otherTeam(opened: String)
    case expired(daysAgo: Int64)
    case notYetValid
    case intermediateExpired(daysAgo: Int64)
}

extension SignerFault {
    package var explanation: String {
        switch self {
        case .otherKey: "the private key is not the certificate's"
        case .otherPurpose(.passType):
            "this is no certificate for passes: it lacks Apple's mark of a pass type. "
                + "In Apple's portal it is called a Pass Type ID Certificate"
        case .otherPurpose(.orderType):
            "this is no certificate for orders: it names no order type. "
                + "In Apple's portal it is called an Order Type ID Certificate"
        case .unnamed:
            "the certificate does not name one pass type and one team, as Apple's do"
        case .otherIntermediate(let issuer):
            "the intermediate has not issued this certificate; that was: \(issuer). "
                + "Take the certificate of that name from apple.com/certificateauthority"
        case .otherRoot(let issuer):
            "the intermediate leads to another root than the one that is believed; it was issued by: \(issuer)"
        case .otherTeam(let team):
            "the type was opened with team \(team), and the certificate is of another: store one of that team"
        case .expired(let days):
            "the certificate ended \(days) days ago: make a new one in Apple's portal"
        case .notYetValid:
            "the certificate or its intermediate is not valid yet: is the clock right?"
        case .intermediateExpired(let days):
            "the intermediate ended \(days) days ago: take the present one from apple.com/certificateauthority"
        }
    }
}
