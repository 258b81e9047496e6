extension Buffer {
    /// Appends a JSON string; it copies runs without escapes at once.
    mutating func appendQuoted(_ text: UnsafeBufferPointer<UInt8>) {
        append(UInt8(ascii: "\""))
        var start = 0
        var at = 0
        while true {
            at = text.firstToEscape(from: at)
            append(UnsafeBufferPointer(rebasing: text[start..<at]))
            if at == text.count { break }
            appendEscape(text[at])
            at += 1
            start = at
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func appendEscape(_ byte: UInt8) {
        append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
        case 0x08: append(UInt8(ascii: "b"))
        case 0x09: append(UInt8(ascii: "t"))
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0C: append(UInt8(ascii: "f"))
        case 0x0D: append(UInt8(ascii: "r"))
        default:
            for byte in "u00".utf8 { append(byte) }
            append(hex(byte >> 4))
            append(hex(byte & 15))
        }
    }

    private func hex(_ digit: UInt8) -> UInt8 { digit < 10 ? digit + 0x30 : digit - 10 + 0x61 }

    mutating func appendDigits(_ magnitude: UInt64) {
        if magnitude < 10 { return append(UInt8(magnitude) + 0x30) }
        append(atMost: 20) { place in
            var rest = magnitude
            var count = 0
            repeat {
                place[count] = UInt8(truncatingIfNeeded: rest % 10) + 0x30
                rest /= 10
                count += 1
            } while rest > 0
            // The loop wrote the digits from the last to the first.
            var digits = UnsafeMutableBufferPointer(start: place, count: count)
            digits.reverse()
            return count
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The position of the next quote, backslash or control character; checks eight bytes at a
    /// time.
    fileprivate func firstToEscape(from start: Int) -> Int {
        var at = start
        let base = UnsafeRawPointer(baseAddress)
        while let base, at + 8 <= count {
            let word = base.loadUnaligned(fromByteOffset: at, as: UInt64.self)
            if word.hasByteToEscape { break }
            at += 8
        }
        while at < count {
            let byte = self[at]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
            at += 1
        }
        return at
    }
}

extension UInt64 {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// The zero-byte test of Bit Twiddling Hacks, for `"`, `\` and bytes below a space.
    fileprivate var hasByteToEscape: Bool {
        let quote = self ^ (Self.ones &* 0x22)
        let backslash = self ^ (Self.ones &* 0x5C)
        let control = (self &- Self.ones &* 0x20) & ~self
        let isQuote = (quote &- Self.ones) & ~quote
        let isBackslash = (backslash &- Self.ones) & ~backslash
        return (control | isQuote | isBackslash) & Self.highs != 0
    }
}
