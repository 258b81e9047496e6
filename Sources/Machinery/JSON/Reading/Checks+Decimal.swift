extension Checks {
    /// `-`? digits, optionally followed by a point and digits.
    static func isDecimal(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var digits = 0
        var hasPoint = false
        for at in bytes.indices {
            switch bytes[at] {
            case 0x30...0x39: digits += 1
            case UInt8(ascii: "-") where at == 0: break
            case UInt8(ascii: ".") where digits > 0 && !hasPoint:
                hasPoint = true
                digits = 0
            default: return false
            }
        }
        return digits > 0
    }

    static func isDecimal(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { isDecimal($0) }
    }
}
