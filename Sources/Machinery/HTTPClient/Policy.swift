/// The servers that a request may reach.
package enum Policy: Hashable, Sendable, CaseIterable {
    /// https at public addresses: the only targets allowed for a stranger's URL.
    case publicOnly
    /// Also this machine itself, with http too: for local development.
    case loopbackAllowed
    /// Like `publicOnly`, plus the client's detour. Only the server's operator sets the detour, so
    /// no other URL can reach this machine.
    case publicOrOverride

    func allows(scheme: String) -> Bool {
        scheme == "https" || (scheme == "http" && self == .loopbackAllowed)
    }

    /// - Parameter isPlain: true for http, which never leaves the machine.
    func allows(address: [UInt8], isPlain: Bool) -> Bool {
        if self == .loopbackAllowed, PublicAddress.isLoopback(address) { return true }
        return !isPlain && PublicAddress.isPublic(address)
    }
}
