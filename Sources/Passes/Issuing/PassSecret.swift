import Crypto
import Vocabulary

/// 128 random bits that prove whoever shows them: a phone, or the holder of a link. Kept sealed, and compared by digest.
package struct PassSecret: Equatable, Sendable {
    package let text: String

    /// - Parameter random: words of a random source.
    package init(random: (UInt64, UInt64)) {
        self.init(UUID128(high: random.0, low: random.1))
    }

    init(_ bits: UUID128) { text = bits.base32 }

    init?(_ text: String) {
        guard UUID128(base32: text) != nil else { return nil }
        self.text = text
    }

    var digest: [UInt8] { SHA256.hash(text) }

    /// Whether a digest is that of what was shown; whatever was shown takes as long.
    package static func isValid(_ shown: String, for digest: [UInt8]) -> Bool {
        constantTimeEquals(SHA256.hash(shown), digest)
    }
}
