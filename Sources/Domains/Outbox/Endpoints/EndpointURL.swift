import HTTPClient
import Vocabulary

/// Checks the text of an endpoint's URL; the address of a host name is checked at each connection.
package enum EndpointURL {
    package enum Validity: Equatable, Sendable {
        case valid
        case invalidURL
        case privateAddress
    }

    /// A developer's own machine, for test merchants.
    private static let loopback: Set<String> = ["localhost", "127.0.0.1", "::1"]

    /// The addresses that a delivery may reach. Loopback is allowed only for an http endpoint of a
    /// test merchant, which names loopback itself: a public name that resolves to loopback is
    /// refused, for test merchants too.
    package static func policy(for url: String, live: Bool) -> Policy {
        !live && url.hasPrefix("http://") ? .loopbackAllowed : .publicOnly
    }

    package static func validate(_ text: String, live: Bool) -> Validity {
        if !live, let local = WebAddress(text, scheme: "http"), local.port != nil,
            loopback.contains(local.host), !local.hasFragment
        {
            return .valid
        }
        guard let address = WebAddress(text), !address.hasFragment else { return .invalidURL }
        if address.host == "localhost" || address.host.hasSuffix(".localhost") {
            return .privateAddress
        }
        do {
            // Parsed as the client does it: C functions read a number in many forms, such as
            // `0x7f.1`.
            _ = try Target(text, under: .publicOnly)
            return .valid
        } catch {
            return error == .addressNotAllowed ? .privateAddress : .invalidURL
        }
    }
}
