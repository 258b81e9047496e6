import CCrypto

/// An asymmetric private key: elliptic-curve or RSA.
package final class PrivateKey: Sendable {
    // Parsed once and never changed; OpenSSL wipes it when freeing it.
    nonisolated(unsafe) let handle: OpaquePointer

    package enum Kind: Sendable { case ellipticCurve, rsa }

    package let kind: Kind

    /// Reads PKCS 8, SEC 1 or PKCS 1. Returns nil if the text contains no such key, or if the key
    /// is encrypted and the pass phrase is missing or wrong.
    package convenience init?(pem: Secret, passphrase: Secret? = nil) {
        let handle = pem.withBytes { text -> OpaquePointer? in
            guard let passphrase else {
                return ps_read_private_key(text.baseAddress, Int32(clamping: text.count), nil, 0)
            }
            return passphrase.withBytes { word in
                ps_read_private_key(
                    text.baseAddress, Int32(clamping: text.count), word.baseAddress,
                    Int32(clamping: word.count))
            }
        }
        guard let handle else {
            ERR_clear_error()
            return nil
        }
        self.init(owning: handle)
    }

    /// Takes ownership of a reference; returns nil for other kinds of keys.
    init?(owning handle: OpaquePointer) {
        self.handle = handle
        if ps_is_ec(handle) == 1 {
            kind = .ellipticCurve
        } else if ps_is_rsa(handle) == 1 {
            kind = .rsa
        } else {
            // Swift does not run deinit after a failed init.
            EVP_PKEY_free(handle)
            return nil
        }
    }

    deinit { EVP_PKEY_free(handle) }

    /// Bits of the modulus, or of the curve's field.
    package var bits: Int { Int(EVP_PKEY_get_bits(handle)) }

    /// Returns whether the public half belongs to the private one: reading a key file does not
    /// check it.
    package var isWhole: Bool {
        defer { ERR_clear_error() }
        guard let context = EVP_PKEY_CTX_new(handle, nil) else { return false }
        defer { EVP_PKEY_CTX_free(context) }
        return EVP_PKEY_pairwise_check(context) == 1
    }

    /// The key as text, without a pass phrase, for a library that does not take a handle.
    package var pem: Secret? {
        defer { ERR_clear_error() }
        guard let output = BIO_new(BIO_s_secmem()) else { return nil }
        defer { BIO_free(output) }
        guard PEM_write_bio_PrivateKey(output, handle, nil, nil, 0, nil, nil) == 1 else {
            return nil
        }
        var text: UnsafeMutablePointer<CChar>?
        let count = ps_memory(output, &text)
        guard let text, count > 0 else { return nil }
        var bytes = [UInt8](UnsafeRawBufferPointer(start: text, count: count))
        return Secret(wiping: &bytes)
    }

    package var isOnP256: Bool { ps_curve(handle) == NID_X9_62_prime256v1 }

    /// The public key as a SubjectPublicKeyInfo in DER.
    package var publicKeyInfo: [UInt8]? { Self.publicKeyInfo(of: handle) }

    static func publicKeyInfo(of key: OpaquePointer) -> [UInt8]? {
        let count = i2d_PUBKEY(key, nil)
        guard count > 0 else { return nil }
        return [UInt8](unsafeUninitializedCapacity: Int(count)) { bytes, filled in
            var at = bytes.baseAddress
            filled = Int(max(0, i2d_PUBKEY(key, &at)))
        }
    }

    /// Computes the shared secret of an elliptic-curve Diffie-Hellman exchange (SP 800-56A): the x
    /// coordinate.
    ///
    /// - Parameter publicKeyInfo: the peer's public key in DER, on the same curve.
    package func agree(with publicKeyInfo: [UInt8]) -> Secret? {
        defer { ERR_clear_error() }
        guard kind == .ellipticCurve else { return nil }
        let peer = ps_read_peer(handle, publicKeyInfo, publicKeyInfo.count)
        guard let peer else { return nil }
        defer { EVP_PKEY_free(peer) }
        guard let context = EVP_PKEY_CTX_new(handle, nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var count = 0
        // Setting the peer verifies that its point is on the curve.
        guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer(context, peer) == 1,
            EVP_PKEY_derive(context, nil, &count) == 1, count > 0
        else { return nil }
        var isDone = false
        let shared = Secret(count: count) { output in
            let bytes = output.bindMemory(to: UInt8.self).baseAddress
            isDone = EVP_PKEY_derive(context, bytes, &count) == 1 && count == output.count
        }
        return isDone ? shared : nil
    }

    /// Unwraps a key that was wrapped by RSA-OAEP, with SHA-256 as digest and in MGF1 (RFC 8017).
    package func unwrap(_ wrapped: [UInt8]) -> Secret? {
        defer { ERR_clear_error() }
        guard kind == .rsa, let context = EVP_PKEY_CTX_new(handle, nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_decrypt_init(context) == 1,
            EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_OAEP_PADDING) == 1,
            EVP_PKEY_CTX_set_rsa_oaep_md(context, SHA256.algorithm) == 1,
            EVP_PKEY_CTX_set_rsa_mgf1_md(context, SHA256.algorithm) == 1
        else { return nil }
        var count = Int(EVP_PKEY_get_size(handle))
        var plain = [UInt8](repeating: 0, count: count)
        defer { plain.wipe() }
        guard EVP_PKEY_decrypt(context, &plain, &count, wrapped, wrapped.count) == 1 else {
            return nil
        }
        var key = Array(plain.prefix(count))
        return Secret(wiping: &key)
    }
}
