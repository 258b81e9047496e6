import HTTPClient
import Vocabulary

/// Which addresses deliveries may go to, as far as their text tells; where a name leads is checked
/// at each connection.
package enum EndpointURL {
    package enum Judgement: Equatable, Sendable {
        case good
        case notAnAddress
        case privateAddress
    }

    /// A developer's own machine, for test merchants.
    private static let loopback: Set<String> = ["localhost", "127.0.0.1", "::1"]

    package static func judge(_ text: String, live: Bool) -> Judgement {
        if !live, let local = WebAddress(text, scheme: "http"), local.port != nil,
            loopback.contains(local.host), !local.hasFragment
        {
            return .good
        }
        guard let address = WebAddress(text), !address.hasFragment else { return .notAnAddress }
        if address.host == "localhost" || address.host.hasSuffix(".localhost") {
            return .privateAddress
        }
        do {
            // As the client reads it: in C a number is written in many ways, such as `0x7f.1`.
            _ = try Target(text, under: .publicOnly)
            return .good
        } catch {
            return error == .addressNotAllowed ? .privateAddress : .notAnAddress
        }
    }
}
