import Crypto

/// Checks a certificate and its key before they are stored: pair, kind, issuer, validity. A rule without a clock
/// or a database.
package struct ExamineCertificate: Sendable {
    package let kind: CertificateKind
    package let authorities: AppleAuthorities
    /// Since 1970.
    package let seconds: Int64

    package init(kind: CertificateKind, authorities: AppleAuthorities, at seconds: Int64) {
        self.kind = kind
        self.authorities = authorities
        self.seconds = seconds
    }

    /// What is stored of it, when nothing is wrong.
    package struct Examined: Sendable {
        package let certificate: Certificate
        package let merchantIdentifier: String
        package let publicKeyInfo: [UInt8]
        /// Seconds since 1970.
        package let validity: ClosedRange<Int64>
    }

    package enum Outcome: Sendable {
        case good(Examined)
        case bad([CertificateFault])
    }

    package func callAsFunction(_ certificate: Certificate?, _ key: PrivateKey?) -> Outcome {
        var faults: [CertificateFault] = []
        if certificate == nil { faults.append(.noCertificate) }
        if key == nil { faults.append(.noKey) }
        guard let certificate else { return .bad(faults) }
        let info = certificate.publicKeyInfo
        if let key, info == nil || key.publicKeyInfo != info { faults.append(.notAPair) }
        if !isOfKind(certificate) { faults.append(.otherKind) }
        if let key, !faults.contains(.notAPair), !takes(key) { faults.append(.otherKey) }
        let identifier = Self.merchantIdentifier(of: certificate)
        if identifier == nil { faults.append(.noMerchantIdentifier) }
        if !authorities.haveIssued(certificate, at: seconds) { faults.append(.untrustedIssuer) }
        let validity = certificate.validity
        switch validity {
        case nil: faults.append(.expired)
        case let range? where seconds < range.lowerBound: faults.append(.notYetValid)
        case let range? where seconds >= range.upperBound: faults.append(.expired)
        default: break
        }
        guard faults.isEmpty, let identifier, let info, let validity else { return .bad(faults) }
        return .good(
            Examined(
                certificate: certificate, merchantIdentifier: identifier, publicKeyInfo: info,
                validity: validity))
    }

    /// Apple writes the kind before the identifier, and into what the key may do.
    private func isOfKind(_ certificate: Certificate) -> Bool {
        switch kind {
        case .merchantIdentity:
            certificate.usage.contains(.signature) && certificate.isForClients
                && !isNamed("Apple Pay Payment Processing:", certificate)
        case .paymentProcessing:
            !certificate.usage.isDisjoint(with: [.keyAgreement, .keyEncipherment])
                && certificate.hasExtension(Self.identifierMark)
                && !isNamed("Apple Pay Merchant Identity:", certificate)
        }
    }

    private func isNamed(_ prefix: String, _ certificate: Certificate) -> Bool {
        certificate.subject(.commonName)?.hasPrefix(prefix) == true
    }

    /// RSA of 2,048 bits stands in TLS; tokens are for the curve, in mainland China for RSA (contracts part 4).
    private func takes(_ key: PrivateKey) -> Bool {
        switch (kind, key.kind) {
        case (_, .rsa): key.bits >= 2_048
        case (.paymentProcessing, .ellipticCurve): key.isOnP256
        case (.merchantIdentity, .ellipticCurve): key.bits >= 256
        }
    }

    /// Carries the merchant identifier's SHA-256 as 64 hexadecimal digits, behind two bytes of DER.
    private static let identifierMark = "1.2.840.113635.100.6.32"

    /// The subject's; it must be the one that the mark is of, if there is a mark.
    private static func merchantIdentifier(of certificate: Certificate) -> String? {
        guard let identifier = certificate.subject(.userIdentifier),
            1...identifierLengthMax ~= identifier.utf8.count
        else { return nil }
        if let mark = certificate.bytes(ofExtension: identifierMark) {
            let digits = String(decoding: mark.dropFirst(2), as: UTF8.self)
            guard Hex.decode(digits) == SHA256.hash(identifier) else { return nil }
        }
        return identifier
    }

    /// Apple's are a third as long.
    package static let identifierLengthMax = 255
}
