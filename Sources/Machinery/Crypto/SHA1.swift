import CCrypto

/// SHA-1 (FIPS 180-4), for external formats that identify content by it. Not used for security.
package enum SHA1 {
    // Fetched once, like SHA-256.
    nonisolated(unsafe) private static let algorithm = EVP_MD_fetch(nil, "SHA1", nil)

    /// Returns 20 bytes.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 20) { digest, count in
            let done = EVP_Digest(
                bytes, bytes.count, digest.baseAddress, nil, algorithm, nil)
            precondition(done == 1, "SHA-1 failed")
            count = 20
        }
    }
}
