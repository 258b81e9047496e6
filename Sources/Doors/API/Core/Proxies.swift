import HTTP

/// The proxies in front of this server. The server trusts only their `X-Forwarded-For` (the idea is
/// RFC 7239's; this is the header that proxies send).
package struct Proxies: Sendable {
    private let addresses: Set<String>

    package init(_ addresses: [String] = []) { self.addresses = Set(addresses) }

    /// The network whose limits a request counts against: that of the last hop that is not a proxy.
    func clientNetwork(of request: Request) -> ClientNetwork { ClientNetwork(address(of: request)) }

    /// The network of a buyer. It is nil for this machine, where a proxy that is not configured
    /// stands for all buyers and a limit by address would slow them down together.
    func buyer(of request: Request) -> ClientNetwork? {
        let address = address(of: request)
        return address.isEmpty || ClientNetwork.isLoopback(address)
            ? nil : ClientNetwork(address)
    }

    private func address(of request: Request) -> String {
        guard addresses.contains(request.remoteAddress) else { return request.remoteAddress }
        let passed = request.headers.all("X-Forwarded-For").joined(separator: ",")
            .split(separator: ",").map { $0.filter { $0 != " " } }
        return passed.last { !addresses.contains($0) } ?? request.remoteAddress
    }
}
