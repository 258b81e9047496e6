import Crypto
import JSON
import TestSupport
import Testing
import Vocabulary

@testable import HTTPClient
@testable import Merchants

/// Tests against a local server in place of Apple's gateway, which requires client certificates.
@Suite(.timeLimit(.minutes(5))) struct RequestMerchantSessionTests {
    private static let domain = "toast.example"

    private static func ask(
        _ service: GatewayAddress.Service = .paymentSession, named name: String = "Toast",
        live: Bool = true
    ) -> RequestMerchantSession {
        let merchant = Merchant(
            number: MerchantNumber(7), name: name, live: live, settings: MerchantSettings(),
            settingsVersion: 1, createdAt: Instant(seconds: 0))
        return RequestMerchantSession(
            merchant: merchant,
            address: GatewayAddress(
                host: GatewayAddress.standard(for: merchant).host, service: service),
            domain: domain, now: Instant(seconds: 0))
    }

    private static func identity(
        _ pair: (certificates: [UInt8], privateKey: [UInt8]), _ name: String = "toast"
    ) -> MerchantIdentity {
        MerchantIdentity(
            merchantIdentifier: "merchant.example.\(name)", certificate: pair.certificates,
            privateKey: Secret(pair.privateKey))
    }

    private static func live(
        _ gateway: TestGateway, within limits: Limits = AppleGateway.limits
    ) -> AppleGateway {
        .live(
            Client(trusting: gateway.authorities, by: ConnectOverride("127.0.0.1:\(gateway.port)")),
            within: limits)
    }

    /// - Returns: the outcome of one request with the identity's certificate.
    private static func outcome(
        _ gateway: TestGateway, _ identity: MerchantIdentity, _ ask: RequestMerchantSession = ask(),
        within limits: Limits = AppleGateway.limits
    ) async throws -> Result<[UInt8], SessionRefusal> {
        do {
            return .success(
                try await ask(at: live(gateway, within: limits)) { _, _ in identity })
        } catch let refusal as SessionRefusal { return .failure(refusal) }
    }

    @Test func `a merchant session is returned byte for byte, with the right certificate`()
        async throws
    {
        let gateway = try await TestGateway()
        let toast = Self.identity(try gateway.issue("toast"))
        let session = TestGateway.session(of: "toast", for: Self.domain)
        #expect(try await Self.outcome(gateway, toast) == .success(session))
        let forged = Self.identity(try gateway.forge("toast"))
        guard case .failure(.gatewayUnreachable) = try await Self.outcome(gateway, forged) else {
            Issue.record("a forged certificate got an answer")
            return
        }
        let mixed = Self.identity(
            (toast.certificate, try gateway.issue("jam").privateKey))
        #expect(try await Self.outcome(gateway, mixed) == .failure(.certificateUnusable))
        #expect(try gateway.seen().map(\.shown) == ["toast"])
    }

    @Test func `a request has Apple's members, and its URL depends on the service and environment`()
        async throws
    {
        let gateway = try await TestGateway()
        let toast = Self.identity(try gateway.issue("toast"))
        _ = try await Self.outcome(gateway, toast, Self.ask(.paymentSession))
        _ = try await Self.outcome(gateway, toast, Self.ask(.startSession, live: false))
        let seen = try gateway.seen()
        #expect(
            seen.map(\.line) == [
                "POST /paymentservices/paymentSession HTTP/1.1",
                "POST /paymentservices/startSession HTTP/1.1",
            ])
        #expect(
            seen.map(\.server) == [
                "apple-pay-gateway.apple.com", "apple-pay-gateway-cert.apple.com",
            ])
        #expect(seen.map { $0.headers["host"] } == seen.map(\.server))
        #expect(
            seen.map { $0.headers["content-type"] } == ["application/json", "application/json"])
        #expect(
            seen.map(\.body) == [
                #"{"merchantIdentifier":"merchant.example.toast","displayName":"Toast","initiative":"web","initiativeContext":"toast.example"}"#,
                #"{"merchantIdentifier":"merchant.example.toast","displayName":"Toast","domainName":"toast.example"}"#,
            ])
    }

    @Test(arguments: [
        (String(repeating: "a", count: 64), 64), (String(repeating: "a", count: 65), 64),
        (String(repeating: "é", count: 65), 64), (String(repeating: "👩🏽‍🍳", count: 20), 64),
        (String(repeating: "a", count: 62) + "👩🏽‍🍳", 62), ("Toast", 5),
    ])
    func `the display name is truncated to 64 code points, between characters`(
        _ name: String, _ length: Int
    ) throws {
        let ask = Self.ask(named: name)
        let body = try Document.parse(ask.requestBody(of: Self.identity(([], []))))
        let shown = try #require(body.root["displayName"]?.string)
        #expect(shown.unicodeScalars.count == length)
        #expect(name.hasPrefix(shown))
    }

    @Test func `a merchant without a certificate sends no request`() async throws {
        let closedGateway = AppleGateway { _, _ in
            Issue.record("a request was sent")
            return .failure(.stopped)
        }
        await #expect(throws: SessionRefusal.noCertificate) {
            try await Self.ask()(at: closedGateway) { _, _ in nil }
        }
    }

    @Test(arguments: [
        (400, SessionRefusal.certificateMismatch), (417, .unknownToApple),
        (201, .gatewayFailed(.status(201))), (204, .gatewayFailed(.status(204))),
        (301, .gatewayFailed(.status(301))), (307, .gatewayFailed(.status(307))),
        (401, .gatewayFailed(.status(401))), (403, .gatewayFailed(.status(403))),
        (404, .gatewayFailed(.status(404))), (429, .gatewayFailed(.status(429))),
        (500, .gatewayFailed(.status(500))), (503, .gatewayFailed(.status(503))),
    ])
    func `each status of Apple except 200 has one refusal`(
        _ status: Int, _ refusal: SessionRefusal
    ) throws {
        let answer = Answer(
            status: status, headers: [], body: Array(#"{"nonce":"a"}"#.utf8), isCut: false,
            milliseconds: 1)
        #expect(throws: refusal) { try RequestMerchantSession.session(in: answer) }
    }

    @Test func `a redirect is not followed`() async throws {
        let gateway = try await TestGateway()
        let toast = Self.identity(try gateway.issue("toast"))
        let elsewhere = "Location: https://apple-pay-gateway-cert.apple.com/\r\n"
        try gateway.answer("toast", 302, "{}", elsewhere)
        #expect(try await Self.outcome(gateway, toast) == .failure(.gatewayFailed(.status(302))))
        #expect(gateway.connections == 1)
    }

    @Test func `an answer may have 64 KiB and not one byte more`() async throws {
        let gateway = try await TestGateway()
        let toast = Self.identity(try gateway.issue("toast"))
        let longest = "{\"a\":\"\(String(repeating: "b", count: 64 * 1024 - 8))\"}"
        #expect(longest.utf8.count == 64 * 1024)
        try gateway.answer("toast", 200, longest)
        #expect(try await Self.outcome(gateway, toast) == .success(Array(longest.utf8)))
        try gateway.answer("toast", 200, longest + " ")
        #expect(try await Self.outcome(gateway, toast) == .failure(.gatewayFailed(.tooLong)))
    }

    @Test(arguments: [
        "", "null", "[]", "\"session\"", "{", "{}}", "{\"a\":1,\"a\":2}", "<html>", "{\"a\":\u{1}}",
    ])
    func `an answer that is not a JSON object gives no session`(_ body: String) async throws {
        let answer = Answer(
            status: 200, headers: [], body: Array(body.utf8), isCut: false, milliseconds: 1)
        #expect(throws: SessionRefusal.gatewayFailed(.notAnObject)) {
            try RequestMerchantSession.session(in: answer)
        }
    }

    @Test func `a slow gateway and an unreachable one time out`() async throws {
        let gateway = try await TestGateway()
        let toast = Self.identity(try gateway.issue("toast"))
        try gateway.wait("toast", seconds: 30)
        var brief = AppleGateway.limits
        brief.totalMilliseconds = 700
        #expect(
            try await Self.outcome(gateway, toast, within: brief)
                == .failure(.gatewayUnreachable(.timedOut)))
        let closedGateway = try Peer(nil)
        closedGateway.close()
        let client = Client(by: ConnectOverride("127.0.0.1:\(closedGateway.port)"))
        await #expect(throws: SessionRefusal.gatewayUnreachable(.unreachable)) {
            try await Self.ask()(at: .live(client)) { _, _ in toast }
        }
    }

    @Test func `concurrent merchants never get each other's session`() async throws {
        let gateway = try await TestGateway()
        let names = ["toast", "jam", "butter"]
        let identities = try names.map { Self.identity(try gateway.issue($0), $0) }
        let live = Self.live(gateway)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (name, identity) in (0..<12).flatMap({ _ in zip(names, identities) }) {
                group.addTask {
                    let session = try await Self.ask()(at: live) { _, _ in identity }
                    #expect(session == TestGateway.session(of: name, for: Self.domain))
                }
            }
            try await group.waitForAll()
        }
        for seen in try gateway.seen() {
            #expect(seen.body.contains("merchant.example.\(seen.shown)\""))
        }
        #expect(gateway.connections == 36)
    }
}
