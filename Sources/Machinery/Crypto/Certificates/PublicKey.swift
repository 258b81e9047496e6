import CCrypto

/// Another party's public key, as a SubjectPublicKeyInfo in DER.
package enum PublicKey {
    /// Returns true if all bytes form one key, on the curve P-256.
    package static func isOnP256(_ der: [UInt8]) -> Bool {
        defer { ERR_clear_error() }
        return der.withUnsafeBufferPointer { bytes in
            var at = bytes.baseAddress
            guard let key = d2i_PUBKEY(nil, &at, bytes.count) else { return false }
            defer { EVP_PKEY_free(key) }
            return at == bytes.baseAddress.map { $0 + bytes.count }
                && ps_curve(key) == NID_X9_62_prime256v1
        }
    }
}
