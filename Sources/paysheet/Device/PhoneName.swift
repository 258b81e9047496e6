import Crypto

/// How a phone calls itself, and by what it is told: both are its secrets.
struct PhoneName: Sendable {
    let identifier = Hex.encode(Random.bytes(16))
    let pushToken = Hex.encode(Random.bytes(32))

    /// Apple's tokens have 64 characters, and may have more one day.
    static let lengthMax = 1_000
}
