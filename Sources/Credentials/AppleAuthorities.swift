import Crypto
import Processors

/// Apple's certificate authorities, as the operator's file has them: whom the server believes.
///
/// Two roots are known by their fingerprints; what else is in the file counts if one of them has signed it.
package final class AppleAuthorities: Sendable {
    /// SHA-256 of Apple Root CA, which has signed the issuer of merchant identities, as Apple publishes it.
    package static let firstRoot = Hex.decode(
        "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024")!

    private let roots: [Issuer]
    private let intermediates: [Issuer]
    /// Whom payment tokens are believed; nothing without a root.
    package let tokens: TokenTrust?

    package init(_ certificates: [Certificate]) {
        let pinned = [TokenTrust.appleRoot, Self.firstRoot]
        let roots = certificates.filter { pinned.contains($0.fingerprint) }
        self.roots = roots.map(Issuer.init)
        intermediates = certificates.filter { !$0.isSelfIssued }.map(Issuer.init)
        let g3 = roots.filter { $0.fingerprint == TokenTrust.appleRoot }
        tokens = g3.isEmpty ? nil : TokenTrust(roots: g3)
    }

    /// Apple's, and besides authorities of somebody's own, whose roots count although nobody has pinned them:
    /// for test merchants.
    package init(_ apple: AppleAuthorities, besides own: [Certificate]) {
        let ownRoots = own.filter(\.isSelfIssued)
        roots = apple.roots + ownRoots.map(Issuer.init)
        intermediates = apple.intermediates + own.filter { !$0.isSelfIssued }.map(Issuer.init)
        let all = (apple.tokens?.roots ?? []) + ownRoots
        tokens = all.isEmpty ? nil : TokenTrust(roots: all)
    }

    package static let none = AppleAuthorities([])

    package var isEmpty: Bool { roots.isEmpty }

    /// Whether a certificate leads to a root at a time, at most by one of the file's intermediates.
    func haveIssued(_ certificate: Certificate, at seconds: Int64) -> Bool {
        let isIssued = { (other: Certificate, issuers: [Issuer]) in
            issuers.contains { $0.hasIssued(other, at: seconds) }
        }
        return isIssued(certificate, roots) || intermediate(of: certificate, at: seconds) != nil
    }

    /// That which has issued a certificate, whether it is over or not.
    func issuer(of certificate: Certificate) -> Certificate? {
        intermediates.first { $0.hasIssued(certificate, at: nil) }?.certificate
    }

    /// That which has issued a certificate and was issued by a root, if both are valid at a time.
    func intermediate(of certificate: Certificate, at seconds: Int64) -> Certificate? {
        intermediates.first { issuer in
            roots.contains { $0.hasIssued(issuer.certificate, at: seconds) }
                && issuer.hasIssued(certificate, at: seconds)
        }?.certificate
    }
}
