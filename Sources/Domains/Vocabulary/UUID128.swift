/// A UUID as two words. The server creates version 7 (RFC 9562), so that later ones sort later.
package struct UUID128: Hashable, Comparable, Sendable {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Version 7: 48 bits of milliseconds, then 74 random bits.
    package static func version7(at now: Instant, random: (UInt64, UInt64)) -> UUID128 {
        let milliseconds = UInt64(max(0, now.microseconds / 1000)) & 0xFFFF_FFFF_FFFF
        return UUID128(
            high: milliseconds << 16 | 0x7000 | random.0 & 0x0FFF,
            low: 0x8000_0000_0000_0000 | random.1 & 0x3FFF_FFFF_FFFF_FFFF)
    }

    /// The same UUID with this number after its timestamp: UUIDs of one millisecond sort by it.
    package func numbered(_ number: Int) -> UUID128 {
        UUID128(high: high & ~0x0FFF | UInt64(number) & 0x0FFF, low: low)
    }

    package static func < (one: UUID128, other: UUID128) -> Bool {
        (one.high, one.low) < (other.high, other.low)
    }

    /// The 16 bytes, most significant first.
    package var bytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 16) { bytes, count in
            for index in 0..<8 {
                let shift = UInt64(56 - index * 8)
                bytes[index] = UInt8(truncatingIfNeeded: high >> shift)
                bytes[index + 8] = UInt8(truncatingIfNeeded: low >> shift)
            }
            count = 16
        }
    }
}

extension UUID128 {
    static let digits = 26

    init?(base32 digits: some Sequence<UInt8>) {
        var high: UInt64 = 0
        var low: UInt64 = 0
        var count = 0
        for digit in digits {
            // 26 digits have 130 bits, so the first digit has only three.
            guard let value = Base32.value(of: digit), count > 0 || value < 8 else { return nil }
            high = high << 5 | low >> 59
            low = low << 5 | UInt64(value)
            count += 1
        }
        guard count == UUID128.digits else { return nil }
        self.init(high: high, low: low)
    }

    /// Writes the 26 digits and returns the index after them.
    func writeBase32(to bytes: UnsafeMutableBufferPointer<UInt8>, at start: Int) -> Int {
        var (high, low) = (high, low)
        for index in stride(from: start + UUID128.digits - 1, through: start, by: -1) {
            bytes[index] = Base32.digit(of: UInt8(low & 31))
            low = low >> 5 | high << 59
            high >>= 5
        }
        return start + UUID128.digits
    }
}

extension UUID128 {
    /// From 16 bytes, most significant first.
    package init(bytes: [UInt8]) {
        precondition(bytes.count == 16, "a UUID has 16 bytes")
        var words: (UInt64, UInt64) = (0, 0)
        for index in 0..<8 {
            words.0 = words.0 << 8 | UInt64(bytes[index])
            words.1 = words.1 << 8 | UInt64(bytes[index + 8])
        }
        self.init(high: words.0, low: words.1)
    }

    /// The 26 digits of lowercase Crockford base32.
    package var base32: String {
        String(unsafeUninitializedCapacity: UUID128.digits) { writeBase32(to: $0, at: 0) }
    }

    package init?(base32 text: String) {
        var text = text
        guard let uuid = text.withUTF8({ UUID128(base32: $0) }) else { return nil }
        self = uuid
    }
}

extension UUID128 {
    package static let zero = UUID128(high: 0, low: 0)
    package static let last = UUID128(high: .max, low: .max)

    /// The smallest identifier that could be created at a moment.
    package static func first(at moment: Instant) -> UUID128 {
        UUID128(high: UInt64(max(0, moment.microseconds / 1000)) << 16, low: 0)
    }
}
