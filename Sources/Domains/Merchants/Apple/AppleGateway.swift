import Crypto
import HTTPClient

/// Apple's gateway: makes one of the calls of `AppleCall` on behalf of a merchant.
package struct AppleGateway: Sendable {
    package var send: @Sendable (AppleCall, MerchantIdentity) async -> Result<Answer, ClientFault>

    package init(
        send: @escaping @Sendable (AppleCall, MerchantIdentity) async -> Result<Answer, ClientFault>
    ) {
        self.send = send
    }

    /// Never sends a call: for servers without a network, and for tests that expect no calls.
    package static let unreachable = AppleGateway { _, _ in .failure(.unreachable) }
}

extension AppleGateway {
    /// Calls Apple's hosts, or the address to which the client redirects them.
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
                    try await client.send(request, within: limits, under: .publicOrOverride))
            } catch { return .failure(error) }
        }
    }

    /// The sheet waits for its session (`PaymentSheetLimits.answerSecondsMax` of Carts), but the
    /// buyer should not have to wait that long. A session has about 5 KiB, mostly a signature; a
    /// token event has less.
    package static let limits = {
        var limits = Limits()
        limits.connectMilliseconds = 5_000
        limits.totalMilliseconds = 10_000
        limits.answerBytesMax = 64 * 1024
        return limits
    }()
}
