import CCrypto

// Values that other systems sealed: a nonce of any length, a key of 16 or 32 bytes, no context.
extension AESGCM {
    /// - Parameter sealed: the ciphertext, then the 16-byte tag.
    package static func open(
        _ sealed: [UInt8], foreignKey key: Secret, nonce: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        guard sealed.count >= tagCount else { throw CryptoError.malformed }
        return try decrypt(sealed[...]) { body in
            withForeign(key, nonce, encrypts: false, body)
        }
    }

    /// The counterpart of `open`, for tests that simulate the buyer's device.
    package static func seal(_ plain: [UInt8], foreignKey key: Secret, nonce: [UInt8]) -> [UInt8] {
        var (sealed, tag) = (plain, [UInt8](repeating: 0, count: tagCount))
        let done = withForeign(key, nonce, encrypts: true) { cipher, count in
            EVP_EncryptUpdate(cipher, &sealed, &count, plain, Int32(plain.count)) == 1
                && EVP_EncryptFinal_ex(cipher, nil, &count) == 1
                && EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_GET_TAG, Int32(tagCount), &tag) == 1
        }
        precondition(done, "AES-GCM failed")
        return sealed + tag
    }

    // Fetched once; immutable and never freed.
    nonisolated(unsafe) private static let short = EVP_CIPHER_fetch(nil, "AES-128-GCM", nil)
    nonisolated(unsafe) private static let long = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)

    private static func withForeign(
        _ key: Secret, _ nonce: [UInt8], encrypts: Bool,
        _ body: (OpaquePointer, inout Int32) -> Bool
    ) -> Bool {
        defer { ERR_clear_error() }
        guard [16, keyCount].contains(key.count), let cipher = EVP_CIPHER_CTX_new() else {
            return false
        }
        defer { EVP_CIPHER_CTX_free(cipher) }
        let direction: Int32 = encrypts ? 1 : 0
        var count: Int32 = 0
        return EVP_CipherInit_ex2(
            cipher, key.count == 16 ? short : long, nil, nil, direction, nil) == 1
            && EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_SET_IVLEN, Int32(nonce.count), nil) == 1
            && key.withBytes { key in
                EVP_CipherInit_ex2(
                    cipher, nil, key.bindMemory(to: UInt8.self).baseAddress, nonce, direction, nil)
            } == 1 && body(cipher, &count)
    }
}
