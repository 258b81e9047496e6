/// What is wrong with a certificate or its key, as it is stored; all of them are told at once.
package enum CertificateFault: Hashable, Sendable, CaseIterable {
    /// It is not one certificate, as PEM or as DER in Base64.
    case noCertificate
    /// It is no private key in PEM without a pass phrase, on a curve or of RSA.
    case noKey
    /// The key is another certificate's.
    case notAPair
    /// It was issued for something else.
    case otherKind
    /// The key is of a size or curve that Apple does not take for it.
    case otherKey
    /// It names no merchant identifier, or two that differ.
    case noMerchantIdentifier
    /// It names no pass type, or two that differ, or no team.
    case noPassType
    /// None of Apple's authorities that the server knows has issued it.
    case untrustedIssuer
    case notYetValid
    case expired

    /// Whether it is the key's fault; otherwise it is the certificate's.
    package var isOfKey: Bool { self == .noKey || self == .notAPair }
}
