import HTTPClient
import JSON
import Vocabulary

/// Requests the merchant session that the payment sheet needs to open. Runs outside transactions,
/// as often as the page asks: a session is for one sheet and is not stored.
package struct RequestMerchantSession: Sendable {
    package let merchant: Merchant
    package let address: GatewayAddress
    /// The registered domain of the merchant that serves the page.
    package let domain: String
    package let now: Instant

    package init(merchant: Merchant, address: GatewayAddress, domain: String, now: Instant) {
        self.merchant = merchant
        self.address = address
        self.domain = domain
        self.now = now
    }

    /// Returns the session exactly as Apple wrote it: its content is for the browser, and may
    /// change.
    package func callAsFunction(
        at gateway: AppleGateway, as find: MerchantIdentity.Finding
    ) async throws -> [UInt8] {
        guard let identity = try await find(merchant, now) else {
            throw SessionRefusal.noCertificate
        }
        let call = AppleCall(session: address, body: requestBody(of: identity))
        switch await gateway.send(call, identity) {
        case .success(let answer): return try Self.session(in: answer)
        case .failure(.badIdentity): throw SessionRefusal.certificateUnusable
        case .failure(let fault): throw SessionRefusal.gatewayUnreachable(fault)
        }
    }

    /// The request body, with the members that the chosen service expects.
    func requestBody(of identity: MerchantIdentity) -> [UInt8] {
        Writer.write {
            $0.member("merchantIdentifier", identity.merchantIdentifier)
            $0.member("displayName", displayName)
            switch address.service {
            case .startSession: $0.member("domainName", domain)
            case .paymentSession:
                $0.member("initiative", "web")
                $0.member("initiativeContext", domain)
            }
        }
    }

    /// Apple's limit.
    private static let displayNameMax = 64

    /// The merchant's name, truncated between grapheme clusters.
    private var displayName: String {
        var name = ""
        for letter in merchant.name {
            guard name.unicodeScalars.count + letter.unicodeScalars.count <= Self.displayNameMax
            else { break }
            name.append(letter)
        }
        return name
    }

    /// Returns the session in a response. Other content of Apple's responses is not passed on.
    static func session(in answer: Answer) throws(SessionRefusal) -> [UInt8] {
        switch answer.status {
        case 200: break
        case 400: throw .certificateMismatch
        case 417: throw .unknownToApple
        default: throw .gatewayFailed(.status(answer.status))
        }
        guard !answer.isCut else { throw .gatewayFailed(.tooLong) }
        guard let document = try? Document.parse(answer.body), document.root.kind == .object else {
            throw .gatewayFailed(.notAnObject)
        }
        return answer.body
    }
}
