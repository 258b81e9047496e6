import Crypto

/// Checks what is to sign packages, before it does: as Apple's own rule for passes has it. Without a clock or a
/// database.
package struct ExamineSigner: Sendable {
    package let kind: SignerKind
    /// Which must have issued the intermediate; nothing leaves that to the phone.
    package let root: Issuer?
    /// Since 1970.
    package let seconds: Int64

    package init(_ kind: SignerKind, under root: Issuer?, at seconds: Int64) {
        self.kind = kind
        self.root = root
        self.seconds = seconds
    }

    package enum Outcome: Sendable {
        case good(SigningIdentity)
        /// All that is wrong.
        case bad([SignerFault])
    }

    package func callAsFunction(
        _ certificate: Certificate, _ key: PrivateKey, _ intermediate: Certificate
    ) -> Outcome {
        var faults = certificateFaults(of: certificate, by: intermediate)
        let info = certificate.publicKeyInfo
        if info == nil || info != key.publicKeyInfo || !key.isWhole {
            faults.insert(.otherKey, at: 0)
        }
        guard faults.isEmpty, let names = Self.names(in: certificate),
            let end = certificate.validity,
            let otherEnd = intermediate.validity
        else { return .bad(faults.isEmpty ? [.unnamed] : faults) }
        return .good(
            SigningIdentity(
                certificate: certificate, key: key, intermediate: intermediate,
                typeIdentifier: names.type, teamIdentifier: names.team,
                expiresAt: min(end.upperBound, otherEnd.upperBound)))
    }

    /// What is wrong whoever has the key: also of packages that somebody else has signed.
    package func certificateFaults(
        of certificate: Certificate, by intermediate: Certificate
    ) -> [SignerFault] {
        var faults: [SignerFault] = []
        if !Self.isFor(kind, certificate) {
            faults.append(.otherPurpose(kind))
        } else if Self.names(in: certificate) == nil {
            faults.append(.unnamed)
        }
        // Whether one is over is said apart.
        if intermediate.fingerprint == certificate.fingerprint
            || !Issuer(intermediate).hasIssued(certificate, at: nil)
        {
            faults.append(.otherIntermediate(issuer: certificate.issuerText))
        } else if let root,
            root.certificate.fingerprint == intermediate.fingerprint
                || !root.hasIssued(intermediate, at: nil)
        {
            faults.append(.otherRoot(issuer: intermediate.issuerText))
        }
        return faults + validityFaults(of: certificate, intermediate)
    }

    private func validityFaults(
        of certificate: Certificate, _ intermediate: Certificate
    ) -> [SignerFault] {
        var faults: [SignerFault] = []
        if let range = certificate.validity, seconds < range.lowerBound {
            faults.append(.notYetValid)
        } else if let days = daysOver(certificate) {
            faults.append(.expired(daysAgo: days))
        }
        if let range = intermediate.validity, seconds < range.lowerBound {
            faults.append(.notYetValid)
        } else if let days = daysOver(intermediate) {
            faults.append(.intermediateExpired(daysAgo: days))
        }
        return faults
    }

    private func daysOver(_ certificate: Certificate) -> Int64? {
        guard let end = certificate.validity?.upperBound, seconds > end else { return nil }
        return (seconds - end) / 86_400
    }

    /// Apple marks those of passes twice, and a phone wants both (Security's policy for passes). What marks one of orders is
    /// written down nowhere; the type that it names says so.
    static func isFor(_ kind: SignerKind, _ certificate: Certificate) -> Bool {
        switch kind {
        case .passType: certificate.hasExtension(passMark) && certificate.isFor(passPurpose)
        case .orderType:
            certificate.subject(.userIdentifier)?.hasPrefix(SignerKind.orderType.prefix) == true
        }
    }

    /// With the pass type's identifier inside.
    private static let passMark = "1.2.840.113635.100.6.1.16"
    private static let passPurpose = "1.2.840.113635.100.4.14"

    /// The type is the subject's user identifier, the team its organisational unit; what the mark says is the same.
    package static func names(in certificate: Certificate) -> (type: String, team: String)? {
        guard let type = certificate.subject(.userIdentifier), !type.isEmpty,
            let team = certificate.subject(.organizationalUnit), !team.isEmpty
        else { return nil }
        if let mark = certificate.bytes(ofExtension: passMark) {
            // DER says before of which kind and how long the text is: in two bytes, or three for a long one.
            let count = mark.count > 129 ? 3 : 2
            guard mark.dropFirst(count).elementsEqual(type.utf8) else { return nil }
        }
        return (type, team)
    }
}
