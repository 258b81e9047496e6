import CCrypto

/// HMAC-SHA256 (RFC 2104) with one key, prepared once and used for any number of messages.
package final class HMACSHA256: Sendable {
    // Fetched once, since that costs more than a MAC. Only copied, never freed.
    nonisolated(unsafe) private static let unkeyed = ps_hmac_sha256_unkeyed()
    // Read-only after init: each message works on a copy.
    nonisolated(unsafe) private let keyed: OpaquePointer

    package init(key: Secret) {
        guard let copy = Self.unkeyed.flatMap(EVP_MAC_CTX_dup) else {
            fatalError("HMAC-SHA256 is not available")
        }
        let done = key.withBytes {
            EVP_MAC_init(copy, $0.bindMemory(to: UInt8.self).baseAddress, $0.count, nil)
        }
        precondition(done == 1, "HMAC-SHA256 failed")
        keyed = copy
    }

    deinit { EVP_MAC_CTX_free(keyed) }

    /// Returns 32 bytes.
    package func mac(_ message: [UInt8]) -> [UInt8] {
        guard let copy = EVP_MAC_CTX_dup(keyed) else { fatalError("out of memory for HMAC") }
        defer { EVP_MAC_CTX_free(copy) }
        return [UInt8](unsafeUninitializedCapacity: 32) { mac, count in
            let done =
                EVP_MAC_update(copy, message, message.count) == 1
                && EVP_MAC_final(copy, mac.baseAddress, &count, 32) == 1
            precondition(done && count == 32, "HMAC-SHA256 failed")
        }
    }

    /// For a key that is used only once, such as a merchant's webhook secret.
    package static func mac(_ message: [UInt8], key: Secret) -> [UInt8] {
        HMACSHA256(key: key).mac(message)
    }

    /// Compares in constant time.
    package func isValid(_ mac: [UInt8], for message: [UInt8]) -> Bool {
        constantTimeEquals(mac, self.mac(message))
    }
}
