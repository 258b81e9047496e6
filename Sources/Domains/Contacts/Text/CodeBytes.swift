/// The letters and digits of a code or number in uppercase ASCII, with their grouping.
///
/// Digits of other scripts and full-width letters become plain ones. Spaces, hyphens, periods and
/// similar characters separate groups. With any other character, the text is not a code.
struct CodeBytes {
    private(set) var bytes: [UInt8] = []
    /// The positions of separators among the bytes.
    private(set) var breaks: [Int] = []
    /// True if the text has a character that no code contains.
    private(set) var isForeign = false

    init(_ text: String) {
        bytes.reserveCapacity(16)
        for scalar in text.unicodeScalars {
            let value = scalar.value
            switch value {
            case 48...57, 65...90: bytes.append(UInt8(value))
            case 97...122: bytes.append(UInt8(value) & 0xDF)
            case 0xFF10...0xFF19: bytes.append(UInt8(value - 0xFF10 + 48))
            case 0xFF21...0xFF3A: bytes.append(UInt8(value - 0xFF21 + 65))
            case 0xFF41...0xFF5A: bytes.append(UInt8(value - 0xFF41 + 65))
            default:
                if CodeBytes.separates(scalar) {
                    if breaks.last != bytes.count, !bytes.isEmpty { breaks.append(bytes.count) }
                } else if value > 0x7F, scalar.properties.numericType == .decimal,
                    let digit = scalar.properties.numericValue
                {
                    bytes.append(48 + UInt8(digit))
                } else {
                    isForeign = true
                    return
                }
            }
        }
    }

    /// True for spaces, hyphens, dashes, periods, commas, parentheses, and the Japanese postal
    /// mark.
    private static func separates(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20, 0x28, 0x29, 0x2C, 0x2D, 0x2E, 0xA0, 0x2010...0x2015, 0x2212, 0x30FC, 0xFF0D,
            0xFE63, 0x3000,
            0x3012, 0x202F, 0x2000...0x200B:
            true
        default: false
        }
    }
}
