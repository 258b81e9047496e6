import Crypto

/// Whom payment tokens are believed: a root that is pinned by its fingerprint, and Apple's marks on what it has
/// signed (contracts 5.2).
///
/// Unchecked because what is remembered is guarded by the lock.
package final class TokenTrust: @unchecked Sendable {
    /// SHA-256 of Apple Root CA - G3, as Apple publishes it.
    package static let appleRoot = Hex.decode(
        "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179")!

    /// Carried by the certificate that signs tokens, and by the one that has signed that.
    private static let leafMark = "1.2.840.113635.100.6.29"
    private static let issuerMark = "1.2.840.113635.100.6.2.14"

    private let issuers: [Issuer]
    /// Those that a root was seen to have signed: its curve is slow.
    private var known: [[UInt8]: (Issuer, root: Issuer)] = [:]
    private let lock = WaitableLock()
    /// Apple uses one for years; whoever sends others gets no more of our memory.
    private static let knownMax = 8

    /// Nothing when it is another certificate than the pinned one.
    package convenience init?(root: Certificate, pinned fingerprint: [UInt8] = appleRoot) {
        guard root.fingerprint == fingerprint else { return nil }
        self.init(roots: [root])
    }

    /// Believes whatever roots it is given: whoever names them has pinned them.
    package init(roots: [Certificate]) { issuers = roots.map(Issuer.init) }

    package var roots: [Certificate] { issuers.map(\.certificate) }

    /// Checks who has signed the content.
    ///
    /// - Parameter seconds: the time of receipt, since 1970.
    /// - Returns: when it was signed, likewise.
    func check(
        _ bytes: [UInt8], over content: [UInt8], at seconds: Int64
    ) throws(TokenFault) -> Int64 {
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
        guard let signed = signature.signingTime else { throw .stale }
        return signed
    }

    /// The intermediate as an issuer, if a root has signed it: known by all its bytes.
    private func issuer(_ certificate: Certificate, at seconds: Int64) -> Issuer? {
        if let (known, root) = lock.hold({ known[certificate.fingerprint] }) {
            let isValid = [root.certificate, known.certificate].allSatisfy {
                $0.validity?.contains(seconds) == true
            }
            return isValid ? known : nil
        }
        guard let root = issuers.first(where: { $0.hasIssued(certificate, at: seconds) }) else {
            return nil
        }
        let issuer = Issuer(certificate)
        lock.hold {
            if known.count < Self.knownMax { known[certificate.fingerprint] = (issuer, root) }
        }
        return issuer
    }
}
