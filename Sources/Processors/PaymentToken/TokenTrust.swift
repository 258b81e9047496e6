import Crypto
import Synchronization

/// Whom payment tokens are believed: a root that is pinned by its fingerprint, and Apple's marks on what it has
/// signed (contracts 5.2).
package final class TokenTrust: Sendable {
    /// SHA-256 of Apple Root CA - G3, as Apple publishes it.
    package static let appleRoot = Hex.decode(
        "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179")!

    /// Carried by the certificate that signs tokens, and by the one that has signed that.
    private static let leafMark = "1.2.840.113635.100.6.29"
    private static let issuerMark = "1.2.840.113635.100.6.2.14"

    /// Seconds between the signature and now: a token that is older is one that somebody kept.
    package static let ageMax: Int64 = 300

    private let root: Issuer
    /// Those that the root was seen to have signed: its curve is slow.
    private let known = Mutex<[[UInt8]: Issuer]>([:])
    /// Apple uses one for years; whoever sends others gets no more of our memory.
    private static let knownMax = 8

    /// Nothing when it is another certificate than the pinned one.
    package init?(root: Certificate, pinned fingerprint: [UInt8] = appleRoot) {
        guard root.fingerprint == fingerprint else { return nil }
        self.root = Issuer(root)
    }

    /// Checks who has signed the content, and when.
    ///
    /// - Parameter seconds: the time of receipt, since 1970.
    func check(
        _ bytes: [UInt8], over content: [UInt8], at seconds: Int64
    ) throws(TokenFault) {
        guard let signature = DetachedSignature(bytes), signature.certificates.count == 2 else {
            throw .wrongCertificates
        }
        let leaves = signature.certificates.filter { $0.hasExtension(Self.leafMark) }
        let issuers = signature.certificates.filter { $0.hasExtension(Self.issuerMark) }
        guard leaves.count == 1, issuers.count == 1, leaves[0] !== issuers[0] else {
            throw .wrongCertificates
        }
        let (leaf, intermediate) = (leaves[0], issuers[0])
        guard let issuer = issuer(intermediate, at: seconds), issuer.hasIssued(leaf, at: seconds)
        else { throw .untrustedChain }
        guard signature.names(leaf) else { throw .wrongSigner }
        guard signature.isValid(over: content) else { throw .badSignature }
        guard let signed = signature.signingTime, abs(seconds - signed) <= Self.ageMax else {
            throw .stale
        }
    }

    /// The intermediate as an issuer, if the root has signed it: known by all its bytes.
    private func issuer(_ certificate: Certificate, at seconds: Int64) -> Issuer? {
        if let known = known.withLock({ $0[certificate.fingerprint] }) {
            let isValid = [root.certificate, known.certificate].allSatisfy {
                $0.validity?.contains(seconds) == true
            }
            return isValid ? known : nil
        }
        guard root.hasIssued(certificate, at: seconds) else { return nil }
        let issuer = Issuer(certificate)
        known.withLock { if $0.count < Self.knownMax { $0[certificate.fingerprint] = issuer } }
        return issuer
    }
}
