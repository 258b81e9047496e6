/// Hexadecimal text: written in lowercase, read in either case.
package enum Hex {
    package static func encode(_ bytes: [UInt8]) -> String {
        String(decoding: digits(of: bytes), as: UTF8.self)
    }

    static func digits(of bytes: [UInt8]) -> [UInt8] {
        var digits: [UInt8] = []
        digits.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            digits.append(digit(byte >> 4))
            digits.append(digit(byte & 15))
        }
        return digits
    }

    /// Decodes digits that are written in the source code.
    ///
    /// Traps if they are malformed. The text is static, so that no input reaches this check.
    package static func decode(constant text: StaticString) -> [UInt8] {
        guard let bytes = decode(text.description) else {
            preconditionFailure("not pairs of hexadecimal digits: \(text)")
        }
        return bytes
    }

    /// Returns nil unless the text consists of pairs of hexadecimal digits.
    package static func decode(_ text: String) -> [UInt8]? { decode(Array(text.utf8)[...]) }

    static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        var at = text.startIndex
        while at < text.endIndex {
            guard let high = value(text[at]), let low = value(text[at + 1]) else { return nil }
            bytes.append(high << 4 | low)
            at += 2
        }
        return bytes
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? value + 0x30 : value + 0x57 }

    static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x37
        case 0x61...0x66: digit - 0x57
        default: nil
        }
    }
}
