/// NIST's concatenation key derivation (SP 800-56A rev. 1, 5.8.1) with SHA-256 and one round.
/// Unlike in ANSI X9.63, the counter precedes the secret.
package enum ConcatKDF {
    /// Returns 32 bytes.
    package static func derive(from shared: Secret, info: [UInt8]) -> Secret {
        var input: [UInt8] = [0, 0, 0, 1]
        input.reserveCapacity(4 + shared.count + info.count)
        shared.withBytes { input.append(contentsOf: $0) }
        input.append(contentsOf: info)
        defer { input.wipe() }
        var key = SHA256.hash(input)
        return Secret(wiping: &key)
    }
}
