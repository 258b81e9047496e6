import CCrypto

/// An X.509 certificate (RFC 5280). Do not trust its contents before verifying its chain.
package final class Certificate: Sendable {
    // Parsed once and never changed; OpenSSL counts its references under a lock.
    nonisolated(unsafe) let handle: OpaquePointer

    /// SHA-256 of the whole certificate: identifies it in a list of pinned certificates.
    package let fingerprint: [UInt8]

    /// Takes ownership of a reference.
    init(owning handle: OpaquePointer) {
        self.handle = handle
        fingerprint = [UInt8](unsafeUninitializedCapacity: 32) { bytes, count in
            let done = X509_digest(handle, SHA256.algorithm, bytes.baseAddress, nil)
            precondition(done == 1, "SHA-256 failed")
            count = 32
        }
    }

    /// The first certificate in a PEM text, or nil if the text has none.
    package convenience init?(pem: [UInt8]) {
        guard let handle = ps_read_certificate(pem, Int32(clamping: pem.count)) else {
            ERR_clear_error()
            return nil
        }
        self.init(owning: handle)
    }

    deinit { X509_free(handle) }

    /// Returns whether the certificate has this extension, given as a dotted object identifier.
    package func hasExtension(_ identifier: String) -> Bool {
        guard let object = OBJ_txt2obj(identifier, 1) else { return false }
        defer { ASN1_OBJECT_free(object) }
        return X509_get_ext_by_OBJ(handle, object, -1) >= 0
    }

    /// The first and the last second since 1970 at which the certificate is valid.
    package var validity: ClosedRange<Int64>? {
        var (first, last) = (Int64(0), Int64(0))
        guard ps_seconds(X509_get0_notBefore(handle), &first) == 1,
            ps_seconds(X509_get0_notAfter(handle), &last) == 1, first <= last
        else { return nil }
        return first...last
    }

    /// The public key as a SubjectPublicKeyInfo in DER.
    package var publicKeyInfo: [UInt8]? {
        guard let key = X509_get0_pubkey(handle) else { return nil }
        return PrivateKey.publicKeyInfo(of: key)
    }
}
