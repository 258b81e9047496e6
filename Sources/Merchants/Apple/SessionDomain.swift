extension Merchant {
    /// For which domain a page may ask for a session: its own, exactly as it is registered.
    ///
    /// A test merchant's page on this machine speaks for the first registered domain: Apple knows no
    /// other name of this machine.
    ///
    /// - Parameter origin: of the page, as its browser writes it.
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

    /// In lower case and without its port, which Apple knows nothing of.
    private static func host(of origin: String, scheme: String) -> String? {
        guard origin.hasPrefix(scheme) else { return nil }
        let parts = origin.dropFirst(scheme.count).split(
            separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 1 || (parts.count == 2 && UInt16(parts[1]) != nil) else { return nil }
        return parts[0].lowercased()
    }
}
