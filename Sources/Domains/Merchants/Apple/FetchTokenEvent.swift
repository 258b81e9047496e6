import HTTPClient
import Vocabulary

/// Fetches the token event that Apple announced in a notification. Runs outside transactions and
/// can be repeated, because it changes nothing.
package struct FetchTokenEvent: Sendable {
    package let event: TokenEvent.Name
    package let merchant: Merchant
    /// The request ID by which Apple can look up the call.
    package let request: UUID128
    package let now: Instant

    package init(event: TokenEvent.Name, merchant: Merchant, request: UUID128, now: Instant) {
        self.event = event
        self.merchant = merchant
        self.request = request
        self.now = now
    }

    package enum Outcome: Equatable, Sendable {
        case event(TokenEvent)
        /// Apple has no such event for this merchant, or no longer has it.
        case unknown
        /// The response does not have the documented form.
        case unreadable
        case later(AppleUnavailable)
    }

    package func callAsFunction(
        at gateway: AppleGateway, as find: MerchantIdentity.Finding
    ) async throws -> Outcome {
        guard let identity = try await find(merchant, now) else { return .later(.noCertificate) }
        let call = AppleCall.event(
            event, at: GatewayAddress.standard(for: merchant).host, as: identity, request: request)
        switch await gateway.send(call, identity) {
        case .failure(let fault): return .later(AppleUnavailable(fault))
        case .success(let answer):
            switch answer.status {
            case 200: return TokenEvent.read(answer).map(Outcome.event) ?? .unreadable
            case 400, 404: return .unknown
            default: return .later(.status)
            }
        }
    }
}

/// The reason why Apple gave no usable response; a later call may succeed.
package enum AppleUnavailable: Equatable, Sendable {
    /// The merchant has stored no valid identity certificate.
    case noCertificate
    /// The identity certificate or its key cannot open a TLS connection.
    case certificateUnusable
    case unreachable
    /// An undocumented HTTP status.
    case status

    init(_ fault: ClientFault) {
        self = fault == .badIdentity ? .certificateUnusable : .unreachable
    }

    /// Name of the reason for the log.
    package var word: StaticString {
        switch self {
        case .noCertificate: "no_certificate"
        case .certificateUnusable: "certificate_unusable"
        case .unreachable: "unreachable"
        case .status: "status"
        }
    }
}
