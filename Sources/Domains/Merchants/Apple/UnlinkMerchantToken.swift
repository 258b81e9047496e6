import HTTPClient
import Vocabulary

/// Notifies Apple that the merchant will no longer charge a merchant token; safe to repeat.
package struct UnlinkMerchantToken: Sendable {
    package let merchantToken: String
    package let merchant: Merchant
    /// The request ID by which Apple can look up the call.
    package let request: UUID128
    package let now: Instant

    package init(merchantToken: String, merchant: Merchant, request: UUID128, now: Instant) {
        self.merchantToken = merchantToken
        self.merchant = merchant
        self.request = request
        self.now = now
    }

    package enum Outcome: Equatable, Sendable {
        /// Apple has recorded it, or does not know the token.
        case done
        case later(AppleUnavailable)
    }

    package func callAsFunction(
        at gateway: AppleGateway, as find: MerchantIdentity.Finding
    ) async throws -> Outcome {
        guard let identity = try await find(merchant, now) else { return .later(.noCertificate) }
        let call = AppleCall.unlink(
            merchantToken, at: GatewayAddress.standard(for: merchant).host, as: identity,
            request: request)
        switch await gateway.send(call, identity) {
        case .failure(let fault): return .later(AppleUnavailable(fault))
        case .success(let answer):
            switch answer.status {
            case 204, 400: return .done
            default: return .later(.status)
            }
        }
    }
}
