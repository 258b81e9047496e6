import Crypto

// Merchant certificates, as Apple issues them.
extension TokenForge {
    /// For payment tokens.
    package func issueProcessing(
        _ name: String, key: CertificateForge.Key = .p256, by issuer: String? = "relations",
        for merchant: String = merchantIdentifier, marked: String? = nil,
        from first: Double = -2, to last: Double = 60
    ) throws {
        try certificates.issue(
            name, "/UID=\(merchant)/CN=Apple Pay Payment Processing:\(merchant)", key: key,
            by: issuer,
            extensions: [
                "basicConstraints=critical,CA:FALSE",
                "keyUsage=critical,keyEncipherment,keyAgreement", Self.mark(marked ?? merchant),
            ], from: first, to: last)
    }

    /// For merchant sessions.
    package func issueIdentity(
        _ name: String, key: CertificateForge.Key = .rsa(2048),
        for merchant: String = merchantIdentifier
    ) throws {
        try certificates.issue(
            name, "/UID=\(merchant)/CN=Apple Pay Merchant Identity:\(merchant)", key: key,
            by: "relations",
            extensions: [
                "basicConstraints=critical,CA:FALSE", "keyUsage=critical,digitalSignature",
                "extendedKeyUsage=clientAuth", Self.mark(merchant),
            ], to: 60)
    }

    /// For the passes of a type, which Apple marks with two extensions.
    package func issuePassType(
        _ name: String, for type: String, team: String = "TOAST12345", days: Double = 60
    ) throws {
        try issueSigner(
            name, "Pass", for: type, team,
            marks: [
                "1.2.840.113635.100.6.1.16=ASN1:UTF8String:\(type)",
                "extendedKeyUsage=clientAuth,1.2.840.113635.100.4.14",
            ], days)
    }

    /// For the orders of a type.
    package func issueOrderType(
        _ name: String, for type: String, team: String = "TOAST12345", days: Double = 60
    ) throws {
        try issueSigner(
            name, "Order", for: type, team, marks: ["extendedKeyUsage=clientAuth"], days)
    }

    private func issueSigner(
        _ name: String, _ word: String, for type: String, _ team: String, marks: [String],
        _ days: Double
    ) throws {
        try certificates.issue(
            name, "/UID=\(type)/CN=\(word) Type ID\\: \(type)/OU=\(team)", key: .rsa(2048),
            by: "relations",
            extensions: [
                "basicConstraints=critical,CA:FALSE", "keyUsage=critical,digitalSignature",
            ] + marks, to: days)
    }

    private static func mark(_ merchant: String) -> String {
        "1.2.840.113635.100.6.32=ASN1:UTF8String:\(Hex.encode(SHA256.hash(merchant)).uppercased())"
    }
}
