import CCrypto

/// An X.509 certificate (RFC 5280). What it says is not believed before its chain is verified.
package final class Certificate: Sendable {
    // Parsed once and not changed afterwards; OpenSSL counts its references under a lock.
    nonisolated(unsafe) let handle: OpaquePointer

    /// SHA-256 over all of it: its name in a list of pinned ones.
    package let fingerprint: [UInt8]

    /// Takes over a reference.
    init(owning handle: OpaquePointer) {
        self.handle = handle
        fingerprint = [UInt8](unsafeUninitializedCapacity: 32) { bytes, count in
            let done = X509_digest(handle, SHA256.algorithm, bytes.baseAddress, nil)
            precondition(done == 1, "SHA-256 failed")
            count = 32
        }
    }

    /// The first one of a text; nothing when there is none.
    package convenience init?(pem: [UInt8]) {
        guard let handle = ps_read_certificate(pem, Int32(clamping: pem.count)) else {
            ERR_clear_error()
            return nil
        }
        self.init(owning: handle)
    }

    deinit { X509_free(handle) }

    /// Whether it carries an extension, by the dotted text of its object identifier.
    package func hasExtension(_ identifier: String) -> Bool {
        guard let object = OBJ_txt2obj(identifier, 1) else { return false }
        defer { ASN1_OBJECT_free(object) }
        return X509_get_ext_by_OBJ(handle, object, -1) >= 0
    }

    /// Seconds since 1970 from which and until which it may be used.
    package var validity: ClosedRange<Int64>? {
        var (first, last) = (Int64(0), Int64(0))
        guard ps_seconds(X509_get0_notBefore(handle), &first) == 1,
            ps_seconds(X509_get0_notAfter(handle), &last) == 1, first <= last
        else { return nil }
        return first...last
    }

    /// Its public key as a SubjectPublicKeyInfo in DER.
    package var publicKeyInfo: [UInt8]? {
        guard let key = X509_get0_pubkey(handle) else { return nil }
        return PrivateKey.publicKeyInfo(of: key)
    }
}
