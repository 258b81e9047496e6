/// Masks text that looks like a secret or personal data.
///
/// It is a second line of defense: no secret should be in the text in the first place.
package enum Redaction {
    /// Prefixes of keys, of Stripe's restricted keys, client secrets and webhook secrets; `Bearer `
    /// masks the token after it.
    private static let prefixes = ["sk_", "pk_", "rk_", "op_", "cs_", "whsec_"]
        .map { Array($0.utf8) }
    private static let bearer = Array("bearer ".utf8)
    /// Card numbers have at most 19 digits (ISO/IEC 7812), and those in use at least 12. They are
    /// sometimes written in groups.
    private static let cardDigits = 12...19

    package static func masked(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if let end = keyEnd(bytes, index) {
                out += "[key]".utf8
                index = end
            } else if let end = numberEnd(bytes, index) {
                out += "[number]".utf8
                index = end
            } else if bytes[index] == UInt8(ascii: "@"), let end = domainEnd(bytes, index) {
                while let last = out.last, isLocalPart(last) { out.removeLast() }
                out += "[email]".utf8
                index = end
            } else {
                out.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static func keyEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
        guard start == 0 || !isWord(bytes[start - 1]) else { return nil }
        if matches(bytes, start, bearer) {
            let end = endOfRun(bytes, start + bearer.count) { $0 > 32 }
            return end > start + bearer.count ? end : nil
        }
        for prefix in prefixes where matches(bytes, start, prefix) {
            let end = endOfRun(bytes, start + prefix.count, isKeyCharacter)
            if end > start + prefix.count { return end }
        }
        return nil
    }

    /// Returns the end of a run of digits, with single spaces or hyphens between them, if it has at
    /// least as many digits as a card number.
    private static func numberEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
        guard isDigit(bytes[start]), start == 0 || !isDigit(bytes[start - 1]) else { return nil }
        var digits = 0
        var end = start
        var index = start
        while index < bytes.count {
            if isDigit(bytes[index]) {
                digits += 1
                end = index + 1
            } else if bytes[index] != 32 && bytes[index] != 45 || index != end {
                break
            }
            index += 1
        }
        return cardDigits.contains(digits) || digits > cardDigits.upperBound ? end : nil
    }

    /// Returns the end of a domain after an `@` that follows a local part.
    private static func domainEnd(_ bytes: [UInt8], _ at: Int) -> Int? {
        guard at > 0, isLocalPart(bytes[at - 1]) else { return nil }
        let end = endOfRun(bytes, at + 1) { isWord($0) || $0 == 45 || $0 == 46 || $0 >= 0x80 }
        return end > at + 1 ? end : nil
    }

    private static func endOfRun(
        _ bytes: [UInt8], _ start: Int, _ belongs: (UInt8) -> Bool
    ) -> Int {
        var end = start
        while end < bytes.count, belongs(bytes[end]) { end += 1 }
        return end
    }

    private static func matches(_ bytes: [UInt8], _ start: Int, _ wanted: [UInt8]) -> Bool {
        guard start + wanted.count <= bytes.count else { return false }
        for offset in 0..<wanted.count where lowered(bytes[start + offset]) != wanted[offset] {
            return false
        }
        return true
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }

    private static func isWord(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == 95 || lowered(byte) >= 97 && lowered(byte) <= 122
    }

    /// Characters of Base64 in both alphabets (RFC 4648, 4 and 5); webhook secrets use the first.
    private static func isKeyCharacter(_ byte: UInt8) -> Bool {
        isWord(byte) || "-+/=".utf8.contains(byte)
    }

    /// Characters of an unquoted local part (RFC 5322, 3.2.3), with dots and non-ASCII bytes.
    private static func isLocalPart(_ byte: UInt8) -> Bool {
        isWord(byte) || byte >= 0x80 || "!#$%&'*+-/=?^`{|}~.".utf8.contains(byte)
    }

    private static func lowered(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 32 : byte }
}
