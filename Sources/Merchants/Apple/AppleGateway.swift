import Crypto
import HTTPClient

/// Apple's gateway, as far as it is asked: makes one of the calls that are known here in a merchant's name.
package struct AppleGateway: Sendable {
    package var ask: @Sendable (AppleCall, MerchantIdentity) async -> Result<Answer, ClientFault>

    package init(
        ask: @escaping @Sendable (AppleCall, MerchantIdentity) async -> Result<Answer, ClientFault>
    ) {
        self.ask = ask
    }

    /// Nobody is asked: for who has no network, and for tests that expect none.
    package static let unreachable = AppleGateway { _, _ in .failure(.unreachable) }
}

extension AppleGateway {
    /// Apple's own, or where the client's detour leads.
    package static func live(
        _ client: Client, within limits: Limits = AppleGateway.limits
    ) -> AppleGateway {
        AppleGateway { call, identity in
            let shown = identity.privateKey.withBytes {
                ClientIdentity(certificates: identity.certificate, privateKey: $0)
            }
            let request = Request(
                call.method, call.url, headers: call.headers, body: call.body, as: shown)
            do throws(ClientFault) {
                return .success(
                    try await client.send(request, within: limits, under: .publicOrDetour))
            } catch { return .failure(error) }
        }
    }

    /// The sheet waits 30 s for its session, and the buyer in front of it less gladly; a session has
    /// some 5 KiB, most of them a signature; an event of a token has less.
    package static let limits = {
        var limits = Limits()
        limits.connectMilliseconds = 5_000
        limits.totalMilliseconds = 10_000
        limits.answerBytesMax = 64 * 1024
        return limits
    }()
}
