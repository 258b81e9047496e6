import Crypto

// The identifiers of merchants, pass types, order types and teams in a certificate.
extension ExamineCertificate {
    /// An extension with the SHA-256 of the merchant identifier as 64 hexadecimal digits, after two
    /// bytes of DER.
    static let identifierMark = "1.2.840.113635.100.6.32"

    func names(in certificate: Certificate) -> (identifier: String, team: String?)? {
        guard kind.isOfMerchant else {
            guard let (type, team) = ExamineSigner.names(in: certificate),
                type.utf8.count <= Self.identifierLengthMax
            else { return nil }
            return (type, team)
        }
        return Self.merchantIdentifier(of: certificate).map { ($0, nil) }
    }

    /// Returns the merchant identifier in the subject. If the certificate has the extension, its
    /// hash must match.
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

    /// Apple's identifiers are shorter.
    package static let identifierLengthMax = 255
}
