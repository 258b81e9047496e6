import Crypto

/// How a phone calls itself, and by what it is told: both are its secrets.
struct PhoneName: Sendable {
    let identifier = Hex.encode(Random.bytes(16))
    let pushToken = Hex.encode(Random.bytes(32))
}
