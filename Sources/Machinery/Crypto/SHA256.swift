import CCrypto

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
    // Fetched once: fetching costs more than hashing a short text. Immutable and never freed.
    nonisolated(unsafe) static let algorithm = EVP_MD_fetch(nil, "SHA256", nil)

    /// Returns 32 bytes.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
            let done = EVP_Digest(
                bytes, bytes.count, digest.baseAddress, nil, algorithm, nil)
            precondition(done == 1, "SHA-256 failed")
            count = 32
        }
    }

    package static func hash(_ text: String) -> [UInt8] { hash(Array(text.utf8)) }
}
