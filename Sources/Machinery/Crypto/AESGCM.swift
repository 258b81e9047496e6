import CCrypto

/// AES-256-GCM (NIST SP 800-38D) with a random 12-byte nonce: `nonce ‖ ciphertext ‖ tag`.
///
/// With random nonces, one key may seal 2³² messages (SP 800-38D, 8.3): a data key belongs to one
/// owner, and a sealing key seals only data keys.
package enum AESGCM {
    package static let nonceCount = 12
    package static let tagCount = 16
    package static let keyCount = 32
    package static let overhead = nonceCount + tagCount

    // Fetched once; immutable and never freed.
    nonisolated(unsafe) private static let algorithm = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)

    /// The result does not contain the context; `open` needs the same context again.
    package static func seal(
        _ plain: [UInt8], key: Secret, context: [UInt8],
        nonce: [UInt8] = Random.bytes(nonceCount)
    ) -> [UInt8] {
        var sealed: [UInt8] = []
        seal(plain, key: key, context: context, nonce: nonce, after: &sealed)
        return sealed
    }

    /// Appends the sealed value to the header already in `sealed`.
    static func seal(
        _ plain: [UInt8], key: Secret, context: [UInt8],
        nonce: [UInt8] = Random.bytes(nonceCount), after sealed: inout [UInt8]
    ) {
        precondition(key.count == keyCount && nonce.count == nonceCount, "AES-256-GCM's sizes")
        let header = sealed.count
        sealed.append(contentsOf: nonce)
        sealed.append(contentsOf: repeatElement(0, count: plain.count + tagCount))
        let done = sealed.withUnsafeMutableBufferPointer { output in
            let text = UnsafeMutableBufferPointer(rebasing: output.dropFirst(header + nonceCount))
            let tag = UnsafeMutableBufferPointer(rebasing: text.suffix(tagCount))
            return withCipher(key, nonce, context, encrypts: true) { cipher, count in
                EVP_EncryptUpdate(cipher, text.baseAddress, &count, plain, Int32(plain.count)) == 1
                    && EVP_EncryptFinal_ex(cipher, tag.baseAddress, &count) == 1
                    && EVP_CIPHER_CTX_ctrl(
                        cipher, EVP_CTRL_AEAD_GET_TAG, Int32(tagCount), tag.baseAddress) == 1
            }
        }
        precondition(done, "AES-256-GCM failed")
    }

    package static func open(
        _ sealed: [UInt8], key: Secret, context: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try open(sealed[...], key: key, context: context)
    }

    static func open(
        _ sealed: ArraySlice<UInt8>, key: Secret, context: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        precondition(key.count == keyCount, "AES-256-GCM's sizes")
        guard sealed.count >= overhead else { throw CryptoError.malformed }
        let nonce = Array(sealed.prefix(nonceCount))
        return try decrypt(sealed.dropFirst(nonceCount)) { body in
            withCipher(key, nonce, context, encrypts: false, body)
        }
    }

    /// - Parameters:
    ///   - sealed: the ciphertext, then the tag.
    ///   - run: calls its closure with a cipher that has its key and nonce set.
    static func decrypt(
        _ sealed: ArraySlice<UInt8>,
        _ run: ((OpaquePointer, inout Int32) -> Bool) -> Bool
    ) throws(CryptoError) -> [UInt8] {
        var tag = Array(sealed.suffix(tagCount))
        let cipherText = Array(sealed.dropLast(tagCount))
        var isAuthentic = false
        let plain = [UInt8](unsafeUninitializedCapacity: cipherText.count) { output, filled in
            isAuthentic = run { cipher, count in
                EVP_DecryptUpdate(
                    cipher, output.baseAddress, &count, cipherText, Int32(cipherText.count)) == 1
                    && EVP_CIPHER_CTX_ctrl(
                        cipher, EVP_CTRL_AEAD_SET_TAG, Int32(tagCount), &tag) == 1
                    && EVP_DecryptFinal_ex(cipher, nil, &count) == 1
            }
            // Callers must never see plaintext that failed verification.
            if !isAuthentic { OPENSSL_cleanse(output.baseAddress, output.count) }
            filled = isAuthentic ? cipherText.count : 0
        }
        guard isAuthentic else { throw CryptoError.notAuthentic }
        return plain
    }

    /// Uses a fresh context for each call: freeing it wipes its memory, with the expanded key.
    private static func withCipher(
        _ key: Secret, _ nonce: [UInt8], _ context: [UInt8], encrypts: Bool,
        _ body: (OpaquePointer, inout Int32) -> Bool
    ) -> Bool {
        guard let cipher = EVP_CIPHER_CTX_new() else { return false }
        defer { EVP_CIPHER_CTX_free(cipher) }
        var count: Int32 = 0
        return key.withBytes { key in
            EVP_CipherInit_ex2(
                cipher, algorithm, key.bindMemory(to: UInt8.self).baseAddress, nonce,
                encrypts ? 1 : 0, nil) == 1
        } && EVP_CipherUpdate(cipher, nil, &count, context, Int32(context.count)) == 1
            && body(cipher, &count)
    }
}
