import CCurl
import Glibc

/// A URL parsed by curl, so that the checked URL is the one that curl requests.
package struct Target: Sendable {
    /// Absolute and normalized: `https://127.1/` becomes `https://127.0.0.1/`.
    let url: String
    let isPlain: Bool

    /// Checks whether the policy allows the URL, as far as its text shows: scheme, form, and an IP
    /// address used as the host. The address of a host name is checked when the connection is made.
    package init(_ text: String, under policy: Policy) throws(ClientFault) {
        guard let parts = curl_url() else { throw .badURL }
        defer { curl_url_cleanup(parts) }
        let flags = UInt32(CURLU_DISALLOW_USER) | UInt32(CURLU_NON_SUPPORT_SCHEME)
        guard !text.utf8.contains(0), text.utf8.count <= Self.lengthMax,
            curl_url_set(parts, CURLUPART_URL, text, flags) == CURLUE_OK,
            let scheme = Self.part(CURLUPART_SCHEME, of: parts),
            ["http", "https"].contains(scheme),
            let host = Self.part(CURLUPART_HOST, of: parts), !host.isEmpty
        else { throw .badURL }
        guard policy.allows(scheme: scheme) else { throw .insecure }
        isPlain = scheme == "http"
        if let address = Self.address(host),
            !policy.allows(address: address, isPlain: isPlain)
        {
            throw .addressNotAllowed
        }
        // A fragment is only for browsers.
        curl_url_set(parts, CURLUPART_FRAGMENT, nil, 0)
        guard let url = Self.part(CURLUPART_URL, of: parts) else { throw .badURL }
        self.url = url
    }

    /// In bytes; many servers refuse longer URLs.
    package static let lengthMax = 2_048

    private static func part(_ part: CURLUPart, of url: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(url, part, &text, 0) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }

    /// The bytes of a host that is an IP address; nil for a host name.
    private static func address(_ host: String) -> [UInt8]? {
        var four = in_addr()
        if inet_pton(AF_INET, host, &four) == 1 { return withUnsafeBytes(of: four) { Array($0) } }
        guard host.hasPrefix("[") else { return nil }
        // A zone, as in `fe80::1%25eth0`, does not change the kind of address.
        let inside = host.dropFirst().prefix { $0 != "]" && $0 != "%" }
        var six = in6_addr()
        guard inet_pton(AF_INET6, String(inside), &six) == 1 else { return nil }
        return withUnsafeBytes(of: six) { Array($0) }
    }
}
