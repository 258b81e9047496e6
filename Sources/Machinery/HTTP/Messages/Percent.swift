/// Percent-decoding by RFC 3986, 2.1; the result must be UTF-8 without NUL.
enum Percent {
    /// - Returns: the decoded text; nil for a broken escape, `%00`, or bytes that are not UTF-8.
    static func decoded(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard bytes.contains(where: { $0 == percent || $0 >= 0x80 }) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard bytes[index] == percent else {
                plain.append(bytes[index])
                index += 1
                continue
            }
            guard index + 2 < bytes.count, let high = hex(bytes[index + 1]),
                let low = hex(bytes[index + 2]), high | low != 0
            else { return nil }
            plain.append(high << 4 | low)
            index += 3
        }
        return String(validating: plain, as: UTF8.self)
    }

    private static let percent = UInt8(ascii: "%")

    private static func hex(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - 48
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - 87
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - 55
        default: nil
        }
    }
}
