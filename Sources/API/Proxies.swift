import HTTP

/// Who stands between this server and its visitors: what they say of whom they pass on is believed, nobody else's
/// word is (RFC 7239 has the idea; this is the header that proxies really send).
package struct Proxies: Sendable {
    private let addresses: Set<String>

    package init(_ addresses: [String] = []) { self.addresses = Set(addresses) }

    /// Whose limits a request counts against: of the addresses that it has come by, the last that is no proxy's.
    func visitor(of request: Request) -> String {
        guard addresses.contains(request.remoteAddress) else { return request.remoteAddress }
        let passed = request.headers.all("X-Forwarded-For").joined(separator: ",")
            .split(separator: ",").map { $0.filter { $0 != " " } }
        return passed.last { !addresses.contains($0) } ?? request.remoteAddress
    }
}
