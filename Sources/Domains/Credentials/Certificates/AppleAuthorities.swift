import Crypto
import Processors

/// Apple's certificate authorities that the server trusts, read from the operator's file.
///
/// Two roots are pinned by their fingerprints. Other certificates in the file count if one of these
/// roots issued them.
package final class AppleAuthorities: Sendable {
    /// SHA-256 of Apple Root CA, as Apple publishes it. This root issued the authority that issues
    /// merchant identities.
    package static let firstRoot = Hex.decode(
        constant: "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024")

    private let roots: [Issuer]
    private let intermediates: [Issuer]
    /// The roots trusted for payment tokens; nil if the file has no root.
    package let tokens: TokenTrust?

    package init(_ certificates: [Certificate]) {
        let pinned = [TokenTrust.appleRoot, Self.firstRoot]
        let roots = certificates.filter { pinned.contains($0.fingerprint) }
        self.roots = roots.map(Issuer.init)
        intermediates = certificates.filter { !$0.isSelfIssued }.map(Issuer.init)
        let g3 = roots.filter { $0.fingerprint == TokenTrust.appleRoot }
        tokens = g3.isEmpty ? nil : TokenTrust(roots: g3, takesSandbox: false)
    }

    /// Adds the operator's own authorities to Apple's, for test merchants. Their roots are trusted
    /// without being pinned.
    package init(_ apple: AppleAuthorities, besides own: [Certificate]) {
        let ownRoots = own.filter(\.isSelfIssued)
        roots = apple.roots + ownRoots.map(Issuer.init)
        intermediates = apple.intermediates + own.filter { !$0.isSelfIssued }.map(Issuer.init)
        let all = (apple.tokens?.roots ?? []) + ownRoots
        tokens = all.isEmpty ? nil : TokenTrust(roots: all)
    }

    package static let none = AppleAuthorities([])

    package var isEmpty: Bool { roots.isEmpty }

    /// Returns whether a certificate chains to a root at a time, with at most one intermediate of
    /// the file.
    func haveIssued(_ certificate: Certificate, at seconds: Int64) -> Bool {
        let isIssued = { (other: Certificate, issuers: [Issuer]) in
            issuers.contains { $0.hasIssued(other, at: seconds) }
        }
        return isIssued(certificate, roots) || intermediate(of: certificate, at: seconds) != nil
    }

    /// Returns the intermediate that issued a certificate, even if the intermediate has expired.
    func issuer(of certificate: Certificate) -> Certificate? {
        intermediates.first { $0.hasIssued(certificate, at: nil) }?.certificate
    }

    /// Returns the intermediate that issued a certificate and was issued by a root, if both are
    /// valid at a time.
    func intermediate(of certificate: Certificate, at seconds: Int64) -> Certificate? {
        intermediates.first { issuer in
            roots.contains { $0.hasIssued(issuer.certificate, at: seconds) }
                && issuer.hasIssued(certificate, at: seconds)
        }?.certificate
    }
}
