extension Merchant {
    /// Returns the domain for which a page may request a session: its own host, if the merchant has
    /// registered exactly this name.
    ///
    /// A test merchant's page on localhost uses the first registered domain, because Apple knows no
    /// other name for it.
    ///
    /// - Parameter origin: the page's origin, as its browser sends it.
    package func sessionDomain(of origin: String) throws(SessionRefusal) -> String {
        if let host = Self.host(of: origin, scheme: "https://"), settings.domains.contains(host) {
            return host
        }
        let local = Self.host(of: origin, scheme: "http://")
        guard !live, local == "localhost" || local == "127.0.0.1" else {
            throw .domainNotRegistered
        }
        guard let first = settings.domains.first else { throw .noDomain }
        return first
    }

    /// Returns the host in lowercase, without its port: Apple registers no ports.
    private static func host(of origin: String, scheme: String) -> String? {
        guard origin.hasPrefix(scheme) else { return nil }
        let parts = origin.dropFirst(scheme.count).split(
            separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 1 || (parts.count == 2 && UInt16(parts[1]) != nil) else { return nil }
        return parts[0].lowercased()
    }
}
