import Crypto

/// Checks a certificate and its key before they are stored: pair, kind, issuer and validity. A pure
/// rule, without a clock or database.
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

    /// The values to store if the certificate has no faults.
    package struct Examined: Sendable {
        package let certificate: Certificate
        /// The merchant identifier, or the identifier of the pass or order type.
        package let identifier: String
        package let teamIdentifier: String?
        package let publicKeyInfo: [UInt8]
        /// Seconds since 1970.
        package let validity: ClosedRange<Int64>
    }

    package enum Outcome: Sendable {
        case good(Examined)
        case bad([CertificateFault])
    }

    package func callAsFunction(_ certificate: Certificate?, _ key: PrivateKey?) -> Outcome {
        var faults = Self.faults(ofPair: certificate, key)
        guard let certificate else { return .bad(faults) }
        if !isOfKind(certificate) { faults.append(.wrongKind) }
        if let key, !faults.contains(.keyMismatch), !takes(key) { faults.append(.unsupportedKey) }
        let names = names(in: certificate)
        if names == nil {
            faults.append(kind.isOfMerchant ? .noMerchantIdentifier : .noPassType)
        }
        let validity = certificate.validity
        if !authorities.haveIssued(certificate, at: Self.moment(in: validity, nearestTo: seconds)) {
            faults.append(.untrustedIssuer)
        }
        switch validity {
        case nil: faults.append(.expired)
        case let range? where seconds < range.lowerBound: faults.append(.notYetValid)
        case let range? where seconds >= range.upperBound: faults.append(.expired)
        default: break
        }
        guard faults.isEmpty, let names, let validity,
            let info = certificate.publicKeyInfo
        else { return .bad(faults) }
        return .good(
            Examined(
                certificate: certificate, identifier: names.identifier, teamIdentifier: names.team,
                publicKeyInfo: info, validity: validity))
    }

    /// Returns the faults that do not depend on the purpose of the certificate.
    package static func faults(
        ofPair certificate: Certificate?, _ key: PrivateKey?
    ) -> [CertificateFault] {
        var faults: [CertificateFault] = []
        if certificate == nil { faults.append(.noCertificate) }
        if key == nil { faults.append(.noKey) }
        if let certificate, let key {
            let info = certificate.publicKeyInfo
            if info == nil || key.publicKeyInfo != info || !key.isWhole {
                faults.append(.keyMismatch)
            }
        }
        return faults
    }

    /// Returns the time at which to verify the issuer: a certificate that has expired still has its
    /// issuer.
    private static func moment(
        in validity: ClosedRange<Int64>?, nearestTo seconds: Int64
    ) -> Int64 {
        guard let validity else { return seconds }
        // The validity excludes its last second.
        let last = max(validity.lowerBound, validity.upperBound - 1)
        return min(max(seconds, validity.lowerBound), last)
    }

    /// Apple puts the kind before the identifier in the name, and into the key usage.
    private func isOfKind(_ certificate: Certificate) -> Bool {
        switch kind {
        case .merchantIdentity:
            // Apple's push certificates match in everything but the name.
            certificate.usage.contains(.signature) && certificate.isForClients
                && isNamed("Apple Pay Merchant Identity:", certificate)
        case .paymentProcessing:
            !certificate.usage.isDisjoint(with: [.keyAgreement, .keyEncipherment])
                && certificate.hasExtension(Self.identifierMark)
                && !isNamed("Apple Pay Merchant Identity:", certificate)
        case .passType: ExamineSigner.isFor(.passType, certificate)
        case .orderType: ExamineSigner.isFor(.orderType, certificate)
        }
    }

    private func isNamed(_ prefix: String, _ certificate: Certificate) -> Bool {
        certificate.subject(.commonName)?.hasPrefix(prefix) == true
    }

    /// RSA keys have at least 2,048 bits, elliptic curves at least 256; payment tokens use P-256,
    /// in mainland China RSA (docs/rules/apple.md#4).
    private func takes(_ key: PrivateKey) -> Bool {
        switch (kind, key.kind) {
        case (_, .rsa): key.bits >= 2_048
        case (.paymentProcessing, .ellipticCurve): key.isOnP256
        case (.merchantIdentity, .ellipticCurve), (.passType, .ellipticCurve),
            (.orderType, .ellipticCurve):
            key.bits >= 256
        }
    }
}
