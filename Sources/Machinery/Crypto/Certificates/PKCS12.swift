import CCrypto

/// A certificate with its private key in a password-protected file (RFC 7292), the export format of
/// a Mac's keychain.
package struct PKCS12: Sendable {
    package let certificate: Certificate
    package let key: PrivateKey
    /// Further certificates in the file, such as the issuer's.
    package let others: [Certificate]

    package enum Fault: Error, Hashable, Sendable {
        /// The bytes are not a PKCS 12 file.
        case notPKCS12
        case wrongPassword
        /// The file opens, but lacks the certificate or its key.
        case incomplete
    }

    /// Also opens legacy encryption: keychains still use ciphers that the server accepts nowhere
    /// else.
    package init(_ bytes: [UInt8], password: Secret) throws(Fault) {
        defer { ERR_clear_error() }
        var certificate: OpaquePointer?
        var key: OpaquePointer?
        var list: OpaquePointer?
        let status = password.withBytes { word in
            ps_read_pkcs12(
                bytes, bytes.count, word.baseAddress, word.count, &certificate, &key, &list)
        }
        let others = Self.take(list)
        let owned = certificate.map(Certificate.init(owning:))
        let ownedKey = key.flatMap(PrivateKey.init(owning:))
        switch status {
        case Int32(PS_PKCS12_NONE): throw .notPKCS12
        case Int32(PS_PKCS12_SEALED): throw .wrongPassword
        default: break
        }
        guard let owned, let ownedKey else { throw .incomplete }
        self.certificate = owned
        self.key = ownedKey
        self.others = others
    }

    private static func take(_ list: OpaquePointer?) -> [Certificate] {
        guard let list else { return [] }
        defer { ps_certificates_free(list) }
        return (0..<ps_certificate_count(list)).compactMap { index in
            guard let certificate = ps_certificate_at(list, index) else { return nil }
            X509_up_ref(certificate)
            return Certificate(owning: certificate)
        }
    }
}
