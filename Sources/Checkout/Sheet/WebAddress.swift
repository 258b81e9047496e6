/// An absolute https address, as WebKit and Apple's servers will follow it.
package struct WebAddress: Hashable, Sendable {
    package let text: String

    /// Takes the characters of RFC 3986 only, a host of letters, digits, hyphens and dots (or an
    /// address in brackets), and no user name: an address that looks like another is no address.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        let scheme = Array("https://".utf8)
        guard bytes.count > scheme.count, bytes.count <= CheckoutLimits.urlLengthMax,
            bytes.starts(with: scheme),
            bytes.allSatisfy(WebAddress.isAllowed)
        else { return nil }
        let rest = bytes[scheme.count...]
        let authority = rest.prefix { !"/?#".utf8.contains($0) }
        guard WebAddress.isAuthority(authority), WebAddress.hasWholeEscapes(rest) else {
            return nil
        }
        self.text = text
    }
}

extension WebAddress {
    private static func isAuthority(_ authority: ArraySlice<UInt8>) -> Bool {
        var host = authority
        var port = authority.suffix(0)
        if host.first == UInt8(ascii: "[") {
            guard let end = host.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let address = host[..<end].dropFirst()
            return isPort(host[(end + 1)...]) && address.contains(UInt8(ascii: ":"))
                && address.allSatisfy {
                    isHex($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
                }
        }
        if let colon = host.firstIndex(of: UInt8(ascii: ":")) {
            port = host[colon...]
            host = host[..<colon]
        }
        let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return isPort(port) && host.count <= 253 && labels.allSatisfy(isLabel)
    }

    private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
        (1...63).contains(label.count)
            && label.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
            && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
    }

    /// Nothing, or a colon with a number that a port can be.
    private static func isPort(_ text: ArraySlice<UInt8>) -> Bool {
        guard !text.isEmpty else { return true }
        let digits = text.dropFirst()
        guard text.first == UInt8(ascii: ":"), (1...5).contains(digits.count),
            digits.allSatisfy(isDigit)
        else { return false }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return (1...65_535).contains(number)
    }

    private static func hasWholeEscapes(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.indices.allSatisfy { index in
            bytes[index] != UInt8(ascii: "%")
                || (index + 2 < bytes.endIndex && isHex(bytes[index + 1])
                    && isHex(bytes[index + 2]))
        }
    }
}

extension WebAddress {
    private static func isAllowed(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || "-._~:/?#[]@!$&'()*+,;=%".utf8.contains(byte)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }
}
