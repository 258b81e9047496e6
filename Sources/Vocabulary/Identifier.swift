/// The number by which every row, identifier and secret leads to its merchant.
package struct MerchantNumber: Hashable, Sendable {
    package let value: Int64

    package init(_ value: Int64) { self.value = value }
}

/// A noun that has identifiers, with the short prefix they begin with.
package protocol Identified {
    /// Three lower-case letters: `chk` for a checkout.
    static var identifierPrefix: String { get }
}

/// The name of one thing of one merchant: `chk_` + the merchant's number + a UUIDv7.
///
/// Both are written in lower-case Crockford base32: the UUID in its last 26 digits, the merchant's
/// number in those before it, without leading zeros, so that each identifier has one spelling.
package struct Identifier<Noun: Identified>: Hashable, Sendable {
    package let merchant: MerchantNumber
    package let uuid: UUID128

    package init(merchant: MerchantNumber, uuid: UUID128) {
        self.merchant = merchant
        self.uuid = uuid
    }

    package init?(_ text: String) {
        let prefix = Noun.identifierPrefix.utf8
        let bytes = Array(text.utf8)
        let start = prefix.count + 1
        guard bytes.count > start + UUID128.digits,
            bytes.count <= start + UUID128.digits + MerchantNumber.digitsMax,
            bytes.prefix(prefix.count).elementsEqual(prefix),
            bytes[prefix.count] == UInt8(ascii: "_"),
            let merchant = MerchantNumber(
                base32: bytes[start..<(bytes.count - UUID128.digits)]),
            let uuid = UUID128(base32: bytes.suffix(UUID128.digits))
        else { return nil }
        self.init(merchant: merchant, uuid: uuid)
    }

    package var text: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(40)
        bytes.append(contentsOf: Noun.identifierPrefix.utf8)
        bytes.append(UInt8(ascii: "_"))
        merchant.appendBase32(to: &bytes)
        uuid.appendBase32(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Identifier: CustomStringConvertible {
    package var description: String { text }
}

/// A UUID as two words; version 7 (RFC 9562) when made here, so that later ones sort later.
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

    package static func < (one: UUID128, other: UUID128) -> Bool {
        (one.high, one.low) < (other.high, other.low)
    }

    /// The 16 bytes, most significant first.
    package var bytes: [UInt8] {
        (0..<16).map { index in
            let word = index < 8 ? high : low
            return UInt8(truncatingIfNeeded: word >> UInt64(56 - index % 8 * 8))
        }
    }
}

extension UUID128 {
    static let digits = 26

    init?(base32 digits: ArraySlice<UInt8>) {
        var high: UInt64 = 0
        var low: UInt64 = 0
        for (index, digit) in digits.enumerated() {
            guard let value = Base32.value(of: digit), index > 0 || value < 8 else { return nil }
            high = high << 5 | low >> 59
            low = low << 5 | UInt64(value)
        }
        self.init(high: high, low: low)
    }

    func appendBase32(to bytes: inout [UInt8]) {
        for index in 0..<UUID128.digits {
            let shift = UInt64(5 * (UUID128.digits - 1 - index))
            let digit: UInt64
            if shift >= 64 {
                digit = high >> (shift - 64)
            } else if shift > 59 {
                digit = low >> shift | high << (64 - shift)
            } else {
                digit = low >> shift
            }
            bytes.append(Base32.digit(of: UInt8(digit & 31)))
        }
    }
}

extension MerchantNumber {
    /// Enough for 2^35 merchants.
    static let digitsMax = 7

    init?(base32 digits: ArraySlice<UInt8>) {
        guard let first = digits.first, first != UInt8(ascii: "0"),
            digits.count <= MerchantNumber.digitsMax
        else { return nil }
        var value: Int64 = 0
        for digit in digits {
            guard let part = Base32.value(of: digit) else { return nil }
            value = value << 5 | Int64(part)
        }
        self.init(value)
    }

    func appendBase32(to bytes: inout [UInt8]) {
        var digits: [UInt8] = []
        var rest = value
        repeat {
            digits.append(Base32.digit(of: UInt8(rest & 31)))
            rest >>= 5
        } while rest > 0
        bytes.append(contentsOf: digits.reversed())
    }

    /// The number in base32, as identifiers and secrets carry it.
    package var text: String {
        var bytes: [UInt8] = []
        appendBase32(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    package init?(text: String) { self.init(base32: Array(text.utf8)[...]) }
}

/// Crockford's base32 in lower case, without its aliases: every number has one spelling.
enum Base32 {
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    private static let values: [UInt8] = {
        var table = [UInt8](repeating: 255, count: 256)
        for (value, digit) in alphabet.enumerated() { table[Int(digit)] = UInt8(value) }
        return table
    }()

    static func digit(of value: UInt8) -> UInt8 { alphabet[Int(value)] }

    static func value(of digit: UInt8) -> UInt8? {
        let value = values[Int(digit)]
        return value == 255 ? nil : value
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

    /// The 26 digits of lower-case Crockford base32.
    package var base32: String {
        var digits: [UInt8] = []
        digits.reserveCapacity(UUID128.digits)
        appendBase32(to: &digits)
        return String(decoding: digits, as: UTF8.self)
    }

    package init?(base32 text: String) {
        let digits = Array(text.utf8)
        guard digits.count == UUID128.digits else { return nil }
        self.init(base32: digits[...])
    }
}

extension UUID128 {
    package static let zero = UUID128(high: 0, low: 0)
    package static let last = UUID128(high: .max, low: .max)

    /// The least identifier that could have been made at a moment.
    package static func first(at moment: Instant) -> UUID128 {
        UUID128(high: UInt64(max(0, moment.microseconds / 1000)) << 16, low: 0)
    }
}
