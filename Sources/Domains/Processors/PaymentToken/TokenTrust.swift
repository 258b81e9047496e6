import Crypto
import Threads

/// The trust anchor of payment tokens: a root pinned by its fingerprint, and Apple's markers in the
/// certificates below it (docs/rules/apple.md#5.2).
///
/// Unchecked because the lock guards the caches.
package final class TokenTrust: @unchecked Sendable {
    /// SHA-256 of Apple Root CA - G3, as Apple publishes it.
    package static let appleRoot = Hex.decode(
        constant: "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179")

    /// Extensions of the certificate that signs tokens, and of the one that issued it.
    private static let leafMark = "1.2.840.113635.100.6.29"
    private static let issuerMark = "1.2.840.113635.100.6.2.14"

    /// The end of the signer's common name in Apple's sandbox: `ecc-smp-broker-sign_UC4-SANDBOX`,
    /// `rsa-smp-broker-sign_UC4-SANDBOX`. The same authority issues both, so only the name differs.
    private static let sandboxMark = "-SANDBOX"

    private let issuers: [Issuer]
    private let takesSandbox: Bool
    /// Intermediate certificates that a root has issued, by fingerprint. Cached because verifying a
    /// root's signature is slow on its curve.
    private var verified: [[UInt8]: VerifiedIssuer] = [:]
    /// The certificates of valid signatures, by the digest of their encoding. Cached because
    /// parsing them costs more than verifying what they signed.
    private var sets: [[UInt8]: [Certificate]] = [:]
    private let lock = Lock()
    /// Apple uses one of each for years; a sender of other certificates cannot make the caches
    /// grow.
    private static let cachedMax = 8

    private struct VerifiedIssuer {
        let issuer: Issuer
        let root: Issuer
        /// Leaf certificates that the intermediate has issued, by fingerprint.
        var leaves: Set<[UInt8]> = []
    }

    /// Returns nil if the certificate is not the pinned one.
    package convenience init?(root: Certificate, pinned fingerprint: [UInt8] = appleRoot) {
        guard root.fingerprint == fingerprint else { return nil }
        self.init(roots: [root])
    }

    /// Trusts the given roots without a check: the caller has pinned them.
    ///
    /// - Parameter takesSandbox: false for live merchants.
    package init(roots: [Certificate], takesSandbox: Bool = true) {
        issuers = roots.map(Issuer.init)
        self.takesSandbox = takesSandbox
    }

    package var roots: [Certificate] { issuers.map(\.certificate) }

    /// Verifies who signed the content.
    ///
    /// - Parameter seconds: the time of receipt, since 1970.
    /// - Returns: the signing time, in seconds since 1970.
    func check(
        _ bytes: [UInt8], over content: [UInt8], at seconds: Int64
    ) throws(TokenFault) -> Int64 {
        let signature = DetachedSignature(bytes) { digest in
            lock.withLock { sets[digest] }
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
        guard takesSandbox || leaf.subject(.commonName)?.hasSuffix(Self.sandboxMark) == false
        else { throw .sandboxSigner }
        remember(signature)
        guard let signed = signature.signingTime else { throw .stale }
        return signed
    }

    private func remember(_ signature: DetachedSignature) {
        guard let digest = signature.certificatesDigest else { return }
        lock.withLock {
            if sets.count < Self.cachedMax { sets[digest] = signature.certificates }
        }
    }

    /// True if a root issued the intermediate and the intermediate issued the leaf. For a signature
    /// verified before, only the validity period is checked again.
    private func isTrusted(
        _ leaf: Certificate, by intermediate: Certificate, at seconds: Int64
    ) -> Bool {
        guard let verified = verified(intermediate, at: seconds) else { return false }
        if verified.leaves.contains(leaf.fingerprint) { return leaf.isValid(at: seconds) }
        guard verified.issuer.hasIssued(leaf, at: seconds) else { return false }
        lock.withLock {
            guard let count = self.verified[intermediate.fingerprint]?.leaves.count,
                count < Self.cachedMax
            else { return }
            self.verified[intermediate.fingerprint]?.leaves.insert(leaf.fingerprint)
        }
        return true
    }

    private func verified(_ certificate: Certificate, at seconds: Int64) -> VerifiedIssuer? {
        if let verified = lock.withLock({ verified[certificate.fingerprint] }) {
            return verified.root.certificate.isValid(at: seconds)
                && verified.issuer.certificate.isValid(at: seconds) ? verified : nil
        }
        guard let root = issuers.first(where: { $0.hasIssued(certificate, at: seconds) }) else {
            return nil
        }
        let fresh = VerifiedIssuer(issuer: Issuer(certificate), root: root)
        lock.withLock {
            if verified.count < Self.cachedMax { verified[certificate.fingerprint] = fresh }
        }
        return fresh
    }
}

extension Certificate {
    fileprivate func isValid(at seconds: Int64) -> Bool {
        validity?.contains(seconds) == true
    }
}
