/// The concatenation key derivation of NIST (SP 800-56A rev. 1, 5.8.1) with SHA-256, of one round: the counter
/// comes before the secret, unlike in ANSI X9.63.
package enum ConcatKDF {
    /// 32 bytes.
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
