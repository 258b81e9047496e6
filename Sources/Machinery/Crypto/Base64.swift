/// Strict Base64 (RFC 4648), with exactly one text per value: decoding refuses stray characters,
/// missing or surplus padding, and leftover bits that are not zero.
package struct Base64: Sendable {
    private let alphabet: [UInt8]
    private let isPadded: Bool
    private let values: [UInt8]

    private init(lastTwo: String, isPadded: Bool) {
        let text = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + lastTwo
        alphabet = Array(text.utf8)
        self.isPadded = isPadded
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
        self.values = values
    }

    /// RFC 4648, 4: with padding, as in Apple's tokens.
    package static let standard = Base64(lastTwo: "+/", isPadded: true)
    /// RFC 4648, 5: without padding, safe in URLs and headers.
    package static let url = Base64(lastTwo: "-_", isPadded: false)

    package func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var at = 0
        while at < bytes.count {
            let left = min(bytes.count - at, 3)
            let group =
                UInt32(bytes[at]) << 16 | (left > 1 ? UInt32(bytes[at + 1]) << 8 : 0)
                | (left > 2 ? UInt32(bytes[at + 2]) : 0)
            for letter in 0...left {
                text.append(alphabet[Int(group >> (18 - 6 * UInt32(letter)) & 63)])
            }
            if isPadded {
                for _ in left..<3 { text.append(UInt8(ascii: "=")) }
            }
            at += 3
        }
        return String(decoding: text, as: UTF8.self)
    }

    package func decode(_ text: String) -> [UInt8]? {
        var letters = Array(text.utf8)[...]
        if isPadded {
            guard letters.count.isMultiple(of: 4) else { return nil }
            if letters.last == UInt8(ascii: "=") { letters.removeLast() }
            if letters.last == UInt8(ascii: "=") { letters.removeLast() }
        }
        let over = letters.count % 4
        guard over != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(letters.count / 4 * 3 + 2)
        var bits: UInt32 = 0
        var held = 0
        for letter in letters {
            let value = values[Int(letter)]
            guard value != 0xFF else { return nil }
            bits = bits << 6 | UInt32(value)
            held += 6
            if held >= 8 {
                held -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
                bits &= (1 << UInt32(held)) - 1
            }
        }
        return bits == 0 ? bytes : nil
    }
}
