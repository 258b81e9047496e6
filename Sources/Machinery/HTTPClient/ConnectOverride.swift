/// A server to connect to instead of the requested host: an egress gateway, or a test's server.
///
/// Only the address changes: TLS, its server name and the Host header remain those of the host.
package struct ConnectOverride: Hashable, Sendable {
    /// In curl's format: the first two fields are empty and mean every host and every port.
    let line: String

    /// - Parameter text: `HOST:PORT`, with IPv6 addresses in brackets; any other text returns nil.
    package init?(_ text: String) {
        guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else { return nil }
        let (host, port) = (text[..<colon], text[text.index(after: colon)...])
        guard let number = UInt16(port), number > 0, String(number) == port,
            Self.isName(host) || Self.isInBrackets(host)
        else { return nil }
        line = "::" + text
    }

    private static func isName(_ host: Substring) -> Bool {
        (1...253).contains(host.utf8.count)
            && host.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF)
                    || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
            }
    }

    private static func isInBrackets(_ host: Substring) -> Bool {
        host.hasPrefix("[") && host.hasSuffix("]") && (4...47).contains(host.utf8.count)
            && host.utf8.dropFirst().dropLast().allSatisfy {
                (0x30...0x3A).contains($0) || (0x41...0x46).contains($0 & 0xDF)
                    || $0 == UInt8(ascii: ".")
            }
    }
}
