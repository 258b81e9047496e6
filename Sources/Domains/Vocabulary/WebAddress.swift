/// An absolute URL that WebKit, Apple's servers and our webhook deliveries can follow.
package struct WebAddress: Hashable, Sendable {
    package let text: String
    /// In lowercase and without brackets.
    package let host: String
    /// Nil for the scheme's default port.
    package let port: UInt16?
    package let hasFragment: Bool

    /// Common servers and proxies accept this length.
    package static let lengthMax = 2_048

    /// Parses an https URL.
    package init?(_ text: String) { self.init(text, scheme: "https") }

    /// Accepts only the characters of RFC 3986, a host of letters, digits, hyphens and dots (or an
    /// IP address in brackets), and no user name, so that no URL can imitate another.
    package init?(_ text: String, scheme: String, lengthMax: Int = WebAddress.lengthMax) {
        let bytes = Array(text.utf8)
        let scheme = Array((scheme + "://").utf8)
        guard bytes.count > scheme.count, bytes.count <= lengthMax,
            bytes.starts(with: scheme),
            bytes.allSatisfy(WebAddress.isAllowed)
        else { return nil }
        let rest = bytes[scheme.count...]
        let authority = rest.prefix { !"/?#".utf8.contains($0) }
        guard let (host, port) = WebAddress.parts(of: authority), WebAddress.hasWholeEscapes(rest)
        else { return nil }
        self.text = text
        self.host = String(decoding: host, as: UTF8.self).lowercased()
        self.port = port
        hasFragment = rest.contains(UInt8(ascii: "#"))
    }
}

extension WebAddress {
    /// Apple appends `/notification/merchantToken/{eventId}` to a `tokenNotificationURL`. If the
    /// URL already ends in this path, it is removed, so that Apple's request does not contain it
    /// twice.
    ///
    /// Source: Apple, "Merchant token notification services".
    package var withoutTokenNotificationPath: WebAddress {
        var text = text[...]
        while text.last == "/" { text.removeLast() }
        let path = "/notification/merchantToken"
        guard text.hasSuffix(path) else { return self }
        text = text.dropLast(path.count)
        while text.last == "/" { text.removeLast() }
        return WebAddress(String(text)) ?? self
    }

    /// True if a path that is appended to the text becomes a part of the URL's path.
    package var hasOnlyPath: Bool { !hasFragment && !text.utf8.contains(UInt8(ascii: "?")) }

    private static func parts(
        of authority: ArraySlice<UInt8>
    ) -> (host: ArraySlice<UInt8>, port: UInt16?)? {
        if authority.first == UInt8(ascii: "[") {
            guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            let address = authority[..<end].dropFirst()
            guard let port = port(authority[(end + 1)...]), address.contains(UInt8(ascii: ":")),
                address.allSatisfy({
                    $0.isASCIIHexDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
                })
            else { return nil }
            return (address, port)
        }
        let host = authority.prefix { $0 != UInt8(ascii: ":") }
        let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard let port = port(authority[host.endIndex...]), host.count <= 253,
            labels.allSatisfy(isLabel)
        else { return nil }
        return (host, port)
    }

    private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
        (1...63).contains(label.count)
            && label.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }
            && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
    }

    /// The port after a colon, `.some(nil)` for empty text, and nil for any other text.
    private static func port(_ text: ArraySlice<UInt8>) -> UInt16?? {
        guard !text.isEmpty else { return .some(nil) }
        let digits = text.dropFirst()
        guard text.first == UInt8(ascii: ":"), (1...5).contains(digits.count),
            digits.allSatisfy(\.isASCIIDigit)
        else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        guard (1...65_535).contains(number) else { return nil }
        return .some(UInt16(number))
    }

    private static func hasWholeEscapes(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.indices.allSatisfy { index in
            bytes[index] != UInt8(ascii: "%")
                || (index + 2 < bytes.endIndex && bytes[index + 1].isASCIIHexDigit
                    && bytes[index + 2].isASCIIHexDigit)
        }
    }
}

extension WebAddress {
    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || "-._~:/?#[]@!$&'()*+,;=%".utf8.contains(byte)
    }
}
