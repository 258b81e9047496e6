@_spi(_Unicode) import Swift

/// An email address as mail systems and web browsers accept it.
///
/// Plain addresses have the characters of HTML's email field, and follow RFC 5321: no dot at an
/// edge of the local part and no two in a row, at most 64 and 254 octets, a domain of at least two
/// labels. The extended format also accepts quoted local parts (RFC 5321, 4.1.2), letters of all
/// scripts (RFC 6531) and the dots of Japan's carriers. Comments and address literals are refused.
/// `%` is legal in a local part (RFC 5322) but refused in both parts by this product's own rule,
/// because it once routed mail through third parties.
enum EmailAddress {
    /// RFC 5321, 4.5.3.1: a path has 256 octets with its angle brackets.
    static let octetsMax = 254
    private static let localOctetsMax = 64
    private static let labelOctetsMax = 63

    enum Problem: Error, Equatable {
        case format
        case character(String)
        case blank
        case domain
    }

    /// Reads an address: the domain in lowercase, full-width characters as plain ones, without a
    /// surrounding link or sentence. It is composed (NFC), so that one address has one spelling.
    static func read(
        _ text: String, format: EmailFormat = .plain
    ) -> Result<String, Problem> {
        let address = readExactly(text, format)
        guard case .failure = address, let bare = withoutSurroundings(text) else { return address }
        return readExactly(bare, format)
    }

    /// The text without `mailto:`, the angle brackets of a mail header, and a final period or
    /// comma.
    private static func withoutSurroundings(_ text: String) -> String? {
        var bare = text[...]
        if bare.prefix(7).lowercased() == "mailto:" { bare = bare.dropFirst(7) }
        if bare.first == "<", bare.last == ">" { bare = bare.dropFirst().dropLast() }
        while let last = bare.last, ".,;".contains(last) { bare.removeLast() }
        return bare.utf8.count < text.utf8.count ? String(bare) : nil
    }

    private static func readExactly(
        _ text: String, _ format: EmailFormat
    ) -> Result<String, Problem> {
        let plainest = readPlain(text)
        guard format == .extended, case .failure(let problem) = plainest else { return plainest }
        return readExtended(text) ?? .failure(problem)
    }

    /// Returns nil for a text without an `@`.
    private static func readExtended(_ text: String) -> Result<String, Problem>? {
        let composed = plain(String(String.UnicodeScalarView(text._nfc)))
        guard let at = composed.lastIndex(of: "@") else { return nil }
        let domain = composed[composed.index(after: at)...].lowercased()
        switch LocalPart.read(String(composed[..<at]), at: domain) {
        case .failure(let problem): return .failure(problem)
        case .success(let local):
            if case .failure(let problem) = readPlain("a@" + domain) { return .failure(problem) }
            guard local.utf8.count <= localOctetsMax,
                local.utf8.count + 1 + domain.utf8.count <= octetsMax
            else { return .failure(.format) }
            return .success(local + "@" + domain)
        }
    }

    private static func readPlain(_ text: String) -> Result<String, Problem> {
        var bytes = Array(text.utf8)
        if bytes.contains(where: { $0 >= 0x80 }) { bytes = Array(plain(text).utf8) }
        guard let at = bytes.lastIndex(of: UInt8(ascii: "@")), at > 0, at < bytes.count - 1 else {
            return .failure(.format)
        }
        if let problem = problem(inLocal: bytes[..<at]) { return .failure(problem) }
        if bytes[at...].contains(where: { $0 >= 0x80 }) {
            // `MÜNCHEN` and `münchen` are one domain (RFC 5895, 2).
            let domain = String(decoding: bytes[(at + 1)...], as: UTF8.self).lowercased()
            bytes.replaceSubrange((at + 1)..<bytes.count, with: Array(domain.utf8))
        }
        guard bytes.count <= octetsMax else { return .failure(.format) }
        for index in (at + 1)..<bytes.count where bytes[index] >= 65 && bytes[index] <= 90 {
            bytes[index] |= 0x20
        }
        if let problem = problem(inDomain: bytes[(at + 1)...]) { return .failure(problem) }
        return .success(String(decoding: bytes, as: UTF8.self))
    }

    private static func problem(inLocal local: ArraySlice<UInt8>) -> Problem? {
        var isAfterDot = true
        for byte in local {
            if byte == UInt8(ascii: ".") {
                guard !isAfterDot else { return .format }
                isAfterDot = true
                continue
            }
            isAfterDot = false
            guard localCharacters[Int(byte)] else { return refusal(of: byte, in: local) }
        }
        return isAfterDot || local.count > localOctetsMax ? .format : nil
    }

    private static func problem(inDomain domain: ArraySlice<UInt8>) -> Problem? {
        for byte in domain where !domainCharacters[Int(byte)] {
            return refusal(of: byte, in: domain)
        }
        var start = domain.startIndex
        var count = 0
        for index in domain.indices where domain[index] == UInt8(ascii: ".") {
            guard isLabel(domain[start..<index]) else { return .domain }
            start = index + 1
            count += 1
        }
        let top = domain[start...]
        guard count >= 1, isLabel(top), top.count >= 2, isTop(top), isKnown(top) else {
            return .domain
        }
        return nil
    }

    /// RFC 1035 and 5891: letters, digits and inner hyphens; two hyphens at positions 3 and 4 only
    /// in `xn--`.
    private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
        let hyphen = UInt8(ascii: "-")
        guard !label.isEmpty, label.count <= labelOctetsMax, label.first != hyphen,
            label.last != hyphen
        else { return false }
        let marks = label.dropFirst(2).prefix(2)
        return !marks.elementsEqual("--".utf8) || label.starts(with: "xn".utf8)
    }

    /// No top-level domain contains a digit, except in punycode.
    private static func isTop(_ label: ArraySlice<UInt8>) -> Bool {
        label.starts(with: "xn--".utf8)
            || label.allSatisfy { $0 >= 0x80 || $0 >= 97 && $0 <= 122 }
    }

    /// `.con` is no domain, and `.co` is one. Without the list any domain may exist.
    private static func isKnown(_ top: ArraySlice<UInt8>) -> Bool {
        Gazetteer.topDomains.isEmpty
            || Gazetteer.topDomains.contains(String(decoding: top, as: UTF8.self))
    }

    /// A second `@` makes the address malformed; any other refused character is named in the error.
    private static func refusal(of byte: UInt8, in part: ArraySlice<UInt8>) -> Problem {
        if byte == 0x20 || byte == 0x09 { return .blank }
        if byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "@") { return .format }
        if byte < 0x80 { return .character(String(Unicode.Scalar(byte))) }
        let text = String(decoding: part, as: UTF8.self)
        return text.first { !$0.isASCII }.map { .character(cut($0)) } ?? .format
    }

    /// Limits the text in the message: one character may have many combining marks.
    private static func cut(_ character: Character) -> String {
        String(String.UnicodeScalarView(character.unicodeScalars.prefix(8)))
    }

    /// Makes full-width characters plain, the ideographic full stop a dot, and the curly quotes of
    /// Apple's smart punctuation an apostrophe.
    private static func plain(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0xFF01...0xFF5E:
                scalars.append(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
            case 0x3002, 0xFF61: scalars.append(".")
            case 0x2018, 0x2019: scalars.append("'")
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    /// RFC 5322's atext without `%`.
    private static let localCharacters = table("!#$&'*+-/=?^_`{|}~", nonASCII: false)
    /// Letters of other scripts make an internationalized domain.
    private static let domainCharacters = table("-.", nonASCII: true)

    private static func table(_ others: String, nonASCII: Bool) -> [Bool] {
        (0..<256).map { byte in
            switch UInt8(byte) {
            case 48...57, 65...90, 97...122: true
            case 0x80...0xFF: nonASCII
            default: others.utf8.contains(UInt8(byte))
            }
        }
    }
}
