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
