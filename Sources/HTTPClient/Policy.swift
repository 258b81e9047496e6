/// Whom a request may reach.
package enum Policy: Hashable, Sendable, CaseIterable {
    /// https at public addresses: all that a stranger's URL may name.
    case publicOnly
    /// Besides, this machine itself, also by http: for whoever tries things out on their own.
    case loopbackAllowed
    /// As the first, and wherever the client's detour leads: who runs the server has chosen it, and
    /// nobody else reaches this machine by it.
    case publicOrDetour

    func allows(scheme: String) -> Bool {
        scheme == "https" || (scheme == "http" && self == .loopbackAllowed)
    }

    /// - Parameter isPlain: without TLS, which never leaves the machine.
    func allows(address: [UInt8], isPlain: Bool) -> Bool {
        if self == .loopbackAllowed, PublicAddress.isLoopback(address) { return true }
        return !isPlain && PublicAddress.isPublic(address)
    }
}
