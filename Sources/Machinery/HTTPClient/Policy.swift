/// The servers that a request may reach.
///
/// This prevents server-side request forgery (SSRF): a merchant chooses the URL of a webhook, and
/// may not make this server call its own network.
package enum Policy: Hashable, Sendable, CaseIterable {
    /// https at public addresses: the only targets allowed for a stranger's URL.
    case publicOnly
    /// Also this machine itself, with http too: for local development.
    case loopbackAllowed
    /// Like `publicOnly`, plus the client's connect override. Only the server's operator sets the
    /// override, so no other URL can reach this machine.
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
