import Crypto

/// Checks a signing certificate before it signs packages, by the rules of Apple's own pass policy.
/// A pure rule, without a clock or database.
package struct ExamineSigner: Sendable {
    package let kind: SignerKind
    /// The root that must have issued the intermediate; nil leaves this check to the phone.
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
        /// All faults found.
        case bad([SignerFault])
    }

    package func callAsFunction(
        _ certificate: Certificate, _ key: PrivateKey, _ intermediate: Certificate
    ) -> Outcome {
        var faults = certificateFaults(of: certificate, by: intermediate)
        let info = certificate.publicKeyInfo
        if info == nil || info != key.publicKeyInfo || !key.isWhole {
            faults.insert(.keyMismatch, at: 0)
        }
        guard faults.isEmpty, let names = Self.names(in: certificate),
            let end = certificate.validity,
            let otherEnd = intermediate.validity
        else { return .bad(faults.isEmpty ? [.noTypeOrTeam] : faults) }
        return .good(
            SigningIdentity(
                certificate: certificate, key: key, intermediate: intermediate,
                typeIdentifier: names.type, teamIdentifier: names.team,
                expiresAt: min(end.upperBound, otherEnd.upperBound)))
    }

    /// Returns the faults that do not depend on the key, so that it also checks other signers'
    /// packages.
    package func certificateFaults(
        of certificate: Certificate, by intermediate: Certificate
    ) -> [SignerFault] {
        var faults: [SignerFault] = []
        if !Self.isFor(kind, certificate) {
            faults.append(.wrongPurpose(kind))
        } else if Self.names(in: certificate) == nil {
            faults.append(.noTypeOrTeam)
        }
        // Expiry is reported as a separate fault.
        if intermediate.fingerprint == certificate.fingerprint
            || !Issuer(intermediate).hasIssued(certificate, at: nil)
        {
            faults.append(.wrongIntermediate(issuer: certificate.issuerText))
        } else if let root,
            root.certificate.fingerprint == intermediate.fingerprint
                || !root.hasIssued(intermediate, at: nil)
        {
            faults.append(.wrongRoot(issuer: intermediate.issuerText))
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

    /// Apple marks pass certificates twice, and phones require both marks (Security's policy for
    /// passes). Apple documents no mark for order certificates; the name of the order type
    /// identifies them.
    static func isFor(_ kind: SignerKind, _ certificate: Certificate) -> Bool {
        switch kind {
        case .passType: certificate.hasExtension(passMark) && certificate.isFor(passPurpose)
        case .orderType:
            certificate.subject(.userIdentifier)?.hasPrefix(SignerKind.orderType.prefix) == true
        }
    }

    /// The extension that contains the pass type identifier.
    private static let passMark = "1.2.840.113635.100.6.1.16"
    private static let passPurpose = "1.2.840.113635.100.4.14"

    /// The type is the subject's user identifier, the team its organizational unit. The extension,
    /// if present, must contain the same type.
    package static func names(in certificate: Certificate) -> (type: String, team: String)? {
        guard let type = certificate.subject(.userIdentifier), !type.isEmpty,
            let team = certificate.subject(.organizationalUnit), !team.isEmpty
        else { return nil }
        if let mark = certificate.bytes(ofExtension: passMark) {
            // DER puts the tag and the length before the text: two bytes, or three for a long text.
            let count = mark.count > 129 ? 3 : 2
            guard mark.dropFirst(count).elementsEqual(type.utf8) else { return nil }
        }
        return (type, team)
    }
}
