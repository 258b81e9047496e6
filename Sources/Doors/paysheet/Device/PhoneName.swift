import Crypto

/// A phone's identifier and its push token; both are its secrets.
struct PhoneName: Sendable {
    let identifier = Hex.encode(Random.bytes(16))
    let pushToken = Hex.encode(Random.bytes(32))

    /// Apple's tokens have 64 characters, and may become longer.
    static let lengthMax = 1_000
}
