extension UUID128 {
    /// Parses the hyphenated format in either case: `8E0F3A12-…` (RFC 9562, 4).
    package init?(hyphenated text: String) {
        var words: (UInt64, UInt64) = (0, 0)
        var digits = 0
        for (place, byte) in text.utf8.enumerated() {
            if [8, 13, 18, 23].contains(place) {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard digits < 32, let digit = Character(UnicodeScalar(byte)).hexDigitValue else {
                return nil
            }
            if digits < 16 {
                words.0 = words.0 << 4 | UInt64(digit)
            } else {
                words.1 = words.1 << 4 | UInt64(digit)
            }
            digits += 1
        }
        guard digits == 32 else { return nil }
        self.init(high: words.0, low: words.1)
    }

    /// The hyphenated format in uppercase, as Apple's systems write it.
    package var hyphenated: String {
        let digits = Array(
            bytes.map { byte in
                let text = String(byte, radix: 16, uppercase: true)
                return text.count == 1 ? "0" + text : text
            }.joined())
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
            .joined(separator: "-")
    }
}
