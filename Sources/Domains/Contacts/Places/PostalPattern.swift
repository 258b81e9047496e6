/// One form of a country's postal codes, parsed from the notation in the table of formats.
struct PostalPattern: Sendable {
    /// For each character of a code without separators, the allowed characters as bits.
    private let signs: [UInt64]
    /// The normal spelling: 0 stands for the next character, any other byte for itself.
    private let spelling: [UInt8]

    init(_ notation: Substring) {
        var signs: [UInt64] = []
        var spelling: [UInt8] = []
        var rest = notation.utf8[...]
        var isOptional = false
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "("): isOptional = true
            case UInt8(ascii: ")"): isOptional = false
            case UInt8(ascii: "_"): spelling.append(UInt8(ascii: " "))
            case UInt8(ascii: "-"): spelling.append(byte)
            case UInt8(ascii: "["):
                let set = rest.prefix { $0 != UInt8(ascii: "]") }
                rest = rest.dropFirst(set.count + 1)
                signs.append(PostalPattern.bits(ofSet: Array(set)))
                spelling.append(0)
            default:
                if isOptional {
                    spelling.append(byte)
                } else {
                    signs.append(PostalPattern.bits(ofSign: byte))
                    spelling.append(0)
                }
            }
        }
        self.signs = signs
        self.spelling = spelling
    }

    /// The optional text before the first character: `KY`, `LV`.
    var optionalPrefix: [UInt8] {
        spelling.prefix { $0 != 0 }.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
    }

    /// The number of digits of a code that has only digits; nil for any other.
    var digitCount: Int? {
        signs.allSatisfy { $0 == PostalPattern.digits } && optionalPrefix.isEmpty
            ? signs.count : nil
    }

    /// The code in its normal spelling, if the bytes are one complete code of this form.
    func spell(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.count == signs.count, begins(with: bytes) else { return nil }
        return String(unsafeUninitializedCapacity: spelling.count) { text in
            var next = bytes.startIndex
            for (place, byte) in spelling.enumerated() {
                text[place] = byte == 0 ? bytes[next] : byte
                if byte == 0 { next += 1 }
            }
            return spelling.count
        }
    }

    /// True if the bytes are a complete code of this form or the start of one.
    func begins(with bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count <= signs.count else { return false }
        for (sign, byte) in zip(signs, bytes) where sign & PostalPattern.bit(byte) == 0 {
            return false
        }
        return true
    }

    /// Bits 0 to 25 are the letters, 26 to 35 the digits.
    private static func bit(_ byte: UInt8) -> UInt64 {
        switch byte {
        case 65...90: 1 << UInt64(byte - 65)
        case 48...57: 1 << UInt64(byte - 48 + 26)
        default: 0
        }
    }

    private static let letters: UInt64 = (1 << 26) - 1
    private static let digits: UInt64 = ((1 << 10) - 1) << 26
    private static let britishInward = bits(ofSet: Array("ABD-HJLN-UW-Z".utf8))
    private static let eircode = bits(ofSet: Array("0-9AC-FHKNPRTV-Y".utf8))

    private static func bits(ofSign sign: UInt8) -> UInt64 {
        switch sign {
        case UInt8(ascii: "#"): digits
        case UInt8(ascii: "@"): letters
        case UInt8(ascii: "*"): letters | digits
        case UInt8(ascii: "~"): britishInward
        case UInt8(ascii: "^"): eircode
        default: bit(sign)
        }
    }

    private static func bits(ofSet set: [UInt8]) -> UInt64 {
        var bits: UInt64 = 0
        var index = 0
        while index < set.count {
            if index + 2 < set.count, set[index + 1] == UInt8(ascii: "-") {
                for byte in set[index]...set[index + 2] { bits |= bit(byte) }
                index += 3
            } else {
                bits |= bit(set[index])
                index += 1
            }
        }
        return bits
    }
}
