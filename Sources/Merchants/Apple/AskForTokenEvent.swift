import HTTPClient
import Vocabulary

/// Fetches from Apple what one of its calls was about: between transactions, and as often as is needed, because
/// nothing changes by it.
package struct AskForTokenEvent: Sendable {
    package let event: TokenEvent.Name
    package let merchant: Merchant
    /// By which Apple finds the call again.
    package let request: UUID128
    package let now: Instant

    package init(
        event: TokenEvent.Name, merchant: Merchant, request: UUID128, now: Instant
    ) {
        self.event = event
        self.merchant = merchant
        self.request = request
        self.now = now
    }

    package enum Outcome: Equatable, Sendable {
        case event(TokenEvent)
        /// Apple has no such event of this merchant's, or not any more.
        case unknown
        /// Apple's answer is not what it promises.
        case unreadable
        case later(AppleSilence)
    }

    package func callAsFunction(
        at gateway: AppleGateway, as find: MerchantIdentity.Finding
    ) async throws -> Outcome {
        guard let identity = try await find(merchant, now) else { return .later(.noCertificate) }
        let call = AppleCall.event(
            event, at: GatewayAddress.standard(for: merchant).host, as: identity, request: request)
        switch await gateway.ask(call, identity) {
        case .failure(let fault): return .later(AppleSilence(fault))
        case .success(let answer):
            switch answer.status {
            case 200: return TokenEvent.read(answer).map(Outcome.event) ?? .unreadable
            case 400, 404: return .unknown
            default: return .later(.status)
            }
        }
    }
}

/// Why Apple has said nothing that could be used: another time it may.
package enum AppleSilence: Equatable, Sendable {
    /// The merchant has stored no identity that is valid.
    case noCertificate
    /// The identity makes no connection.
    case certificateUnusable
    case unreachable
    /// Another than those that were promised.
    case status

    init(_ fault: ClientFault) {
        self = fault == .badIdentity ? .certificateUnusable : .unreachable
    }

    /// For the log.
    package var word: StaticString {
        switch self {
        case .noCertificate: "no_certificate"
        case .certificateUnusable: "certificate_unusable"
        case .unreachable: "unreachable"
        case .status: "status"
        }
    }
}
