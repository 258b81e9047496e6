import Crypto
import TestSupport
import Testing

@testable import Credentials

@Suite struct ExamineCertificateTests {
    private static let forge = Result { try Forge() }
    private let forge: TokenForge
    private let now: Int64

    init() throws {
        forge = try Self.forge.get().forge
        now = try Self.forge.get().now
    }

    /// Created once for all cases.
    private struct Forge: Sendable {
        let forge: TokenForge
        let now: Int64

        init() throws {
            forge = try TokenForge()
            now =
                try #require(Certificate(pem: forge.read("leaf.pem"))?.validity).lowerBound
                + 2 * 86_400
            try forge.issueIdentity("identity")
            try forge.issue("otherroot", by: nil, isAuthority: true)
            try forge.issueProcessing("foreign", by: "otherroot")
            try forge.issueProcessing("alone", by: nil)
            try forge.issueProcessing("early", from: 1)
            try forge.issueProcessing("late", to: -1)
            try forge.issueProcessing("foreignlate", by: "otherroot", to: -1)
            try forge.issueProcessing("foreignearly", by: "otherroot", from: 1)
            try forge.issueProcessing("mismarked", marked: "merchant.example.other")
            try forge.issueProcessing("othercurve", key: .curve("P-384"))
            try forge.issueProcessing("short", key: .rsa(1024))
            try forge.issueIdentity("shortidentity", key: .rsa(1024))
            try forge.certificates.issue(
                "push", "/UID=com.example.push/CN=Apple Push Services: com.example.push",
                key: .rsa(2048), by: "relations",
                extensions: ["keyUsage=digitalSignature", "extendedKeyUsage=clientAuth"])
            try forge.splice()
            try forge.certificates.issue(
                "nameless", "/CN=Apple Pay Payment Processing:", by: "relations",
                extensions: ["keyUsage=keyAgreement", "1.2.840.113635.100.6.32=ASN1:NULL"])
        }
    }

    private func authorities() throws -> AppleAuthorities {
        let bundle = try forge.read("relations.pem") + forge.read("root.pem")
        return AppleAuthorities(.none, besides: Certificate.all(pem: bundle))
    }

    private func examine(
        _ kind: CertificateKind, _ name: String, key: String? = nil,
        by authorities: AppleAuthorities? = nil
    ) throws -> ExamineCertificate.Outcome {
        let examine = try ExamineCertificate(
            kind: kind, authorities: authorities ?? self.authorities(), at: now)
        return try examine(
            Certificate(pem: forge.read("\(name).pem")),
            PrivateKey(pem: Secret(forge.read("\(key ?? name).key"))))
    }

    private func faults(
        _ kind: CertificateKind, _ name: String, key: String? = nil
    ) throws -> [CertificateFault] {
        switch try examine(kind, name, key: key) {
        case .good: []
        case .bad(let faults): faults
        }
    }

    @Test(arguments: [
        (CertificateKind.paymentProcessing, "merchant"), (.paymentProcessing, "china"),
        (.merchantIdentity, "identity"),
    ]) func `a certificate from Apple is accepted`(kind: CertificateKind, name: String) throws {
        guard case .good(let examined) = try examine(kind, name) else {
            Issue.record("\(try faults(kind, name))")
            return
        }
        #expect(examined.identifier == TokenForge.merchantIdentifier)
        #expect(examined.validity.contains(now))
    }

    @Test(
        arguments: [
            (CertificateKind.paymentProcessing, "identity", nil, [CertificateFault.wrongKind]),
            (.merchantIdentity, "merchant", nil, [.wrongKind]),
            (.merchantIdentity, "push", nil, [.wrongKind]),
            (.paymentProcessing, "merchant", "spliced", [.keyMismatch]),
            (.merchantIdentity, "china", nil, [.wrongKind]),
            (.paymentProcessing, "merchant", "china", [.keyMismatch]),
            (.paymentProcessing, "foreign", nil, [.untrustedIssuer]),
            (.paymentProcessing, "alone", nil, [.untrustedIssuer]),
            (.paymentProcessing, "early", nil, [.notYetValid]),
            (.paymentProcessing, "late", nil, [.expired]),
            (.paymentProcessing, "foreignearly", nil, [.untrustedIssuer, .notYetValid]),
            (.paymentProcessing, "foreignlate", nil, [.untrustedIssuer, .expired]),
            (.paymentProcessing, "mismarked", nil, [.noMerchantIdentifier]),
            (.paymentProcessing, "nameless", nil, [.noMerchantIdentifier]),
            (.paymentProcessing, "othercurve", nil, [.unsupportedKey]),
            (.paymentProcessing, "short", nil, [.unsupportedKey]),
            (.merchantIdentity, "shortidentity", nil, [.unsupportedKey]),
            (
                .merchantIdentity, "leaf", "root",
                [.keyMismatch, .wrongKind, .noMerchantIdentifier, .untrustedIssuer]
            ),
        ] as [(CertificateKind, String, String?, [CertificateFault])])
    func `all faults of a certificate and its key are reported at once`(
        kind: CertificateKind, name: String, key: String?, faults: [CertificateFault]
    ) throws {
        #expect(try self.faults(kind, name, key: key) == faults)
    }

    @Test func `a certificate is untrusted without a pinned root`() throws {
        let bundle = try forge.read("relations.pem") + forge.read("root.pem")
        let unpinned = AppleAuthorities(Certificate.all(pem: bundle))
        #expect(unpinned.isEmpty && unpinned.tokens == nil)
        guard case .bad(let faults) = try examine(.paymentProcessing, "merchant", by: unpinned)
        else {
            Issue.record("the certificate was accepted")
            return
        }
        #expect(faults == [.untrustedIssuer])
    }

    @Test func `an unreadable certificate and an unreadable key are both reported`() throws {
        let examine = try ExamineCertificate(
            kind: .paymentProcessing, authorities: authorities(), at: now)
        guard case .bad(let faults) = examine(nil, nil) else {
            Issue.record("the certificate was accepted")
            return
        }
        #expect(faults == [.noCertificate, .noKey])
    }
}

extension TokenForge {
    /// Writes a key `spliced.key` with the merchant's public key and another key's secret.
    fileprivate func splice() throws {
        for name in ["merchant", "leaf"] {
            try certificates.run(
                ["ec", "-in", "\(name).key", "-outform", "DER", "-out", "\(name).sec1"])
        }
        // SEC 1: seven bytes, 32 of the secret, then curve and point.
        var key = try read("merchant.sec1")
        key.replaceSubrange(7..<39, with: try read("leaf.sec1")[7..<39])
        try certificates.write(
            "-----BEGIN EC PRIVATE KEY-----\n\(Base64.standard.encode(key))\n-----END EC PRIVATE KEY-----\n",
            to: "spliced.key")
    }
}
