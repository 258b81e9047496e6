import Glibc

/// The network that an address counts as in limits.
///
/// An IPv4 address stands for itself. An end site has a whole IPv6 network: a household /56 at
/// least, a company or a tunnel's user /48 (RFC 6177; RIPE-690, 4.2). Its owner can use a new
/// address for each request.
package struct ClientNetwork: Hashable, Sendable {
    /// The IPv4 address, or the IPv6 network of 56 bits.
    package let text: String
    /// The IPv6 network of 48 bits, which may also be that of 256 households; nil for IPv4.
    package let site: String?

    /// - Parameter written: an address as a socket or `X-Forwarded-For` has it, perhaps with a port
    ///   or a zone.
    package init(_ written: String) {
        let address = Self.withoutPort(written)
        var bytes = in6_addr()
        guard address.contains(":"), inet_pton(AF_INET6, Self.withoutZone(address), &bytes) == 1
        else {
            (text, site) = (address, nil)
            return
        }
        let octets = withUnsafeBytes(of: &bytes) { Array($0) }
        // IPv4 in IPv6 notation (RFC 4291 2.5.5.2).
        if octets.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff] {
            (text, site) = (octets.suffix(4).map(String.init).joined(separator: "."), nil)
            return
        }
        let groups = stride(from: 0, to: 8, by: 2).map {
            UInt16(octets[$0]) << 8 | UInt16(octets[$0 + 1])
        }
        let first = groups.prefix(3).map { String($0, radix: 16) }.joined(separator: ":")
        text = first + ":" + String(groups[3] & 0xff00, radix: 16) + "::/56"
        site = first + "::/48"
    }

    /// True for the addresses from which programs on this machine connect, such as a proxy. Other
    /// addresses of 127.0.0.0/8 are used only on purpose, and count like any.
    package static func isLoopback(_ address: String) -> Bool {
        address == "::1" || ClientNetwork(address).text == "127.0.0.1"
    }

    /// Some proxies append the port: `203.0.113.9:443`, `[2001:db8::1]:443`.
    private static func withoutPort(_ written: String) -> String {
        if written.hasPrefix("["), let end = written.firstIndex(of: "]") {
            return String(written[written.index(after: written.startIndex)..<end])
        }
        let parts = written.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0].contains(".") ? String(parts[0]) : written
    }

    /// A link-local address may name its interface: `fe80::1%eth0`.
    private static func withoutZone(_ address: String) -> String {
        String(address.prefix { $0 != "%" })
    }
}
