import Glibc
import HTTP

/// The proxies in front of this server. The server trusts only their `X-Forwarded-For` (the idea is
/// RFC 7239's; this is the header that proxies send).
package struct Proxies: Sendable {
    private let addresses: Set<String>

    package init(_ addresses: [String] = []) { self.addresses = Set(addresses) }

    /// The address whose limits a request counts against: the last hop that is not a proxy.
    func visitor(of request: Request) -> String {
        guard addresses.contains(request.remoteAddress) else { return request.remoteAddress }
        let passed = request.headers.all("X-Forwarded-For").joined(separator: ",")
            .split(separator: ",").map { $0.filter { $0 != " " } }
        return passed.last { !addresses.contains($0) } ?? request.remoteAddress
    }

    /// The address of a buyer. It is nil on loopback, where a proxy that is not configured stands
    /// for all buyers and a limit by address would slow them down together.
    func buyer(of request: Request) -> String? {
        let visitor = visitor(of: request)
        let isLoopback = visitor.hasPrefix("127.") || visitor == "::1"
        return isLoopback || visitor.isEmpty ? nil : Self.network(of: visitor)
    }

    /// Some proxies append the port: `203.0.113.9:443`, `[2001:db8::1]:443`.
    private static func withoutPort(_ written: String) -> String {
        if written.hasPrefix("["), let end = written.firstIndex(of: "]") {
            return String(written[written.index(after: written.startIndex)..<end])
        }
        let parts = written.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0].contains(".") ? String(parts[0]) : written
    }

    /// An IPv6 address counts as its network of 64 bits, because one household or server has all of
    /// the network's addresses (RFC 6177, RFC 4291 2.5.1).
    static func network(of written: String) -> String {
        let address = withoutPort(written)
        var bytes = in6_addr()
        guard inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
        let octets = withUnsafeBytes(of: &bytes) { Array($0) }
        // IPv4 in IPv6 notation (RFC 4291 2.5.5.2).
        if octets.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff] {
            return octets.suffix(4).map(String.init).joined(separator: ".")
        }
        let groups = stride(from: 0, to: 8, by: 2).map {
            String(UInt16(octets[$0]) << 8 | UInt16(octets[$0 + 1]), radix: 16)
        }
        return groups.joined(separator: ":") + "::/64"
    }
}
