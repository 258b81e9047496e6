/// A reason to refuse a certificate or its key; the server reports all of them at once.
package enum CertificateFault: Hashable, Sendable, CaseIterable {
    /// The text is not a single certificate, as PEM or as DER in Base64.
    case noCertificate
    /// The text is not an elliptic-curve or RSA private key in PEM without a pass phrase.
    case noKey
    /// The key belongs to another certificate.
    case keyMismatch
    /// Apple issued the certificate for another purpose.
    case wrongKind
    /// Apple does not accept a key of this size or curve for this kind of certificate.
    case unsupportedKey
    /// The certificate has no merchant identifier, or two that differ.
    case noMerchantIdentifier
    /// The certificate has no pass type or no team, or has two pass types that differ.
    case noPassType
    /// None of the Apple authorities known to the server issued the certificate.
    case untrustedIssuer
    case notYetValid
    case expired

    /// True for faults of the key, false for faults of the certificate.
    package var isOfKey: Bool { self == .noKey || self == .keyMismatch }
}

extension CertificateFault {
    package var code: String {
        switch self {
        case .noCertificate, .noKey: "invalid_value"
        case .keyMismatch: "not_a_pair"
        case .wrongKind: "other_kind"
        case .unsupportedKey: "key_not_taken"
        case .noMerchantIdentifier: "no_merchant_identifier"
        case .noPassType: "no_pass_type"
        case .untrustedIssuer: "untrusted_issuer"
        case .notYetValid: "not_yet_valid"
        case .expired: "expired"
        }
    }

    package var member: StaticString { isOfKey ? "privateKey" : "certificate" }

    package func detail(of kind: CertificateKind?) -> String {
        switch self {
        case .noCertificate:
            "exactly one certificate, in PEM or as DER in Base64, without its chain"
        case .noKey: "an EC or RSA private key in PEM, without a passphrase"
        case .keyMismatch: "the private key does not match the certificate"
        case .wrongKind:
            switch kind {
            case .merchantIdentity: "not an Apple Pay Merchant Identity certificate"
            case .passType:
                "not a Pass Type ID Certificate: it lacks Apple's extension for pass types"
            case .orderType:
                "not an Order Type ID Certificate: it contains no order type identifier"
            case .paymentProcessing, nil: "not an Apple Pay Payment Processing certificate"
            }
        case .unsupportedKey:
            kind == .paymentProcessing
                ? "the key must be on the curve P-256, or RSA with at least 2048 bits"
                : "the key must be RSA with at least 2048 bits"
        case .noMerchantIdentifier:
            "the certificate has no merchant identifier, or its extension contains a different one"
        case .noPassType:
            "the certificate lacks a type or a team, or its extension contains a different type"
        case .untrustedIssuer:
            "not issued by an Apple certificate authority that this server trusts"
        case .notYetValid: "the certificate is not valid yet"
        case .expired: "the certificate has expired"
        }
    }
}
