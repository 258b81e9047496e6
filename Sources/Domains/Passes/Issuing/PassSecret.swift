import Crypto
import Vocabulary

/// 128 random bits that authenticate a phone or the holder of a link. Stored sealed, and compared
/// by digest.
package struct PassSecret: Equatable, Sendable {
    package let text: String

    /// - Parameter random: output of a random source.
    package init(random: (UInt64, UInt64)) {
        self.init(UUID128(high: random.0, low: random.1))
    }

    init(_ bits: UUID128) { text = bits.base32 }

    init?(_ text: String) {
        guard UUID128(base32: text) != nil else { return nil }
        self.text = text
    }

    var digest: [UInt8] { SHA256.hash(text) }

    /// Returns whether the digest is that of the received secret, in constant time.
    package static func isValid(_ shown: String, for digest: [UInt8]) -> Bool {
        constantTimeEquals(SHA256.hash(shown), digest)
    }
}
