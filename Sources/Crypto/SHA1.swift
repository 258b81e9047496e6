import CCrypto

/// SHA-1 (FIPS 180-4), for formats of others that name content by it. Nothing here is safe because of it.
package enum SHA1 {
    // As of SHA-256: looked up once.
    nonisolated(unsafe) private static let algorithm = EVP_MD_fetch(nil, "SHA1", nil)

    /// 20 bytes.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 20) { digest, count in
            let done = EVP_Digest(
                bytes, bytes.count, digest.baseAddress, nil, algorithm, nil)
            precondition(done == 1, "SHA-1 failed")
            count = 20
        }
    }
}
