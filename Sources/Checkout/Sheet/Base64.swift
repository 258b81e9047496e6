/// The form of Base64 that Apple Pay accepts for application data.
enum Base64 {
    /// RFC 4648, section 4: whole groups of four, padding only at the end, unused bits zero.
    ///
    /// WebKit ignores what is malformed without a word, so the merchant must hear it from us.
    static func isWellFormed(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.count % 4 == 0 else { return false }
        let padding = bytes.suffix(2).count { $0 == UInt8(ascii: "=") }
        let digits = bytes.dropLast(padding)
        guard digits.allSatisfy({ value(of: $0) != nil }), let last = digits.last.flatMap(value)
        else { return false }
        return last & (padding == 2 ? 0x0F : padding == 1 ? 0x03 : 0) == 0
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
