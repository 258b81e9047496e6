import CCrypto

/// A certificate with its private key in one file, sealed with a password (RFC 7292): a Mac's keychain exports them so.
package struct PKCS12: Sendable {
    package let certificate: Certificate
    package let key: PrivateKey
    /// Those that came besides, such as the issuer's.
    package let others: [Certificate]

    package enum Fault: Error, Hashable, Sendable {
        /// The bytes are no such file.
        case notPKCS12
        case wrongPassword
        /// It was opened, and lacks a certificate, or the key of one.
        case incomplete
    }

    /// Old ones, too: keychains still use ciphers that are not allowed anywhere else.
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
