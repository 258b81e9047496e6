import CCrypto

/// HKDF with SHA-256 (RFC 5869): derives several keys from one, none of which reveals another.
package enum HKDF {
    /// Derives at most 8,160 bytes (RFC 5869, 2.3).
    package static func derive(
        from secret: Secret, salt: [UInt8] = [], info: [UInt8], count: Int = 32
    ) -> Secret {
        precondition(1...8160 ~= count, "HKDF-SHA256 derives 1 to 8,160 bytes")
        return Secret(count: count) { output in
            let done = secret.withBytes { secret in
                ps_hkdf_sha256(
                    secret.baseAddress, secret.count, salt, salt.count, info, info.count,
                    output.baseAddress?.assumingMemoryBound(to: UInt8.self), count)
            }
            precondition(done == 1, "HKDF-SHA256 failed")
        }
    }
}
