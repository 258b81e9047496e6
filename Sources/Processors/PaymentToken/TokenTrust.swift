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
    /// Those that a root was seen to have signed, which has a slow curve; by all their bytes.
    private var known: [[UInt8]: Known] = [:]
    /// The certificates of signatures that were valid, by how they were written: to read them costs more than to
    /// verify what they have signed.
    private var sets: [[UInt8]: [Certificate]] = [:]
    private let lock = WaitableLock()
    /// Apple uses one of each for years; whoever sends others gets no more of our memory.
    private static let knownMax = 8

    private struct Known {
        let issuer: Issuer
        let root: Issuer
        /// Those that it was seen to have signed, likewise.
        var leaves: Set<[UInt8]> = []
    }

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
        let signature = DetachedSignature(bytes) { digest in
            lock.hold { sets[digest] }
        }
        guard let signature else { throw .notASignature }
        guard signature.certificates.count == 2 else { throw .wrongCertificates }
        let leaves = signature.certificates.filter { $0.hasExtension(Self.leafMark) }
        let issuers = signature.certificates.filter { $0.hasExtension(Self.issuerMark) }
        guard leaves.count == 1, issuers.count == 1, leaves[0] !== issuers[0] else {
            throw .wrongCertificates
        }
        let (leaf, intermediate) = (leaves[0], issuers[0])
        guard isTrusted(leaf, by: intermediate, at: seconds) else { throw .untrustedChain }
        guard signature.names(leaf) else { throw .wrongSigner }
        guard signature.isValid(over: content, by: leaf) else { throw .badSignature }
        remember(signature)
        guard let signed = signature.signingTime else { throw .stale }
        return signed
    }

    private func remember(_ signature: DetachedSignature) {
        guard let digest = signature.certificatesDigest else { return }
        lock.hold {
            if sets.count < Self.knownMax { sets[digest] = signature.certificates }
        }
    }

    /// Whether a root has signed the intermediate, and that the leaf. What was seen to be signed is only asked
    /// whether it is valid now.
    private func isTrusted(
        _ leaf: Certificate, by intermediate: Certificate, at seconds: Int64
    ) -> Bool {
        guard let known = known(intermediate, at: seconds) else { return false }
        if known.leaves.contains(leaf.fingerprint) { return leaf.isValid(at: seconds) }
        guard known.issuer.hasIssued(leaf, at: seconds) else { return false }
        lock.hold {
            guard let count = self.known[intermediate.fingerprint]?.leaves.count,
                count < Self.knownMax
            else { return }
            self.known[intermediate.fingerprint]?.leaves.insert(leaf.fingerprint)
        }
        return true
    }

    private func known(_ certificate: Certificate, at seconds: Int64) -> Known? {
        if let known = lock.hold({ known[certificate.fingerprint] }) {
            return known.root.certificate.isValid(at: seconds)
                && known.issuer.certificate.isValid(at: seconds) ? known : nil
        }
        guard let root = issuers.first(where: { $0.hasIssued(certificate, at: seconds) }) else {
            return nil
        }
        let fresh = Known(issuer: Issuer(certificate), root: root)
        lock.hold {
            if known.count < Self.knownMax { known[certificate.fingerprint] = fresh }
        }
        return fresh
    }
}

extension Certificate {
    fileprivate func isValid(at seconds: Int64) -> Bool {
        validity?.contains(seconds) == true
    }
}
