import Foundation
import Merchants
import TestSupport
import Testing

/// POST /v1/checkouts/{id}/merchant-session, with a local gateway that has Apple's host names in
/// its certificate.
@Suite(.timeLimit(.minutes(5))) struct MerchantSessionTests {
    private static func body(_ url: String) throws -> String {
        String(
            decoding: try JSONSerialization.data(withJSONObject: ["validationURL": url]),
            as: UTF8.self)
    }

    @Test func `a page gets Apple's session byte for byte, and it is not stored`() async throws {
        let scene = try await SessionScene.open()
        let checkout = try await scene.shop.checkout()
        let reply = try await scene.ask(checkout)
        #expect(reply.status == 200)
        #expect(reply.http.body == scene.session)
        #expect(reply.http["Content-Type"] == "application/json")
        #expect(reply.http["Cache-Control"] == "no-store")
        #expect(reply.http["Access-Control-Allow-Origin"] == "https://\(scene.domain)")
        let url = "https://apple-pay-gateway-nc-pod3.apple.com/paymentservices/startSession"
        #expect(try await scene.ask(checkout, Self.body(url)).status == 200)
        #expect(try await scene.ask(checkout, #"{"validationURL":null}"#).status == 200)
        #expect(scene.asks == 3)
        let seen = try await scene.seen()
        #expect(
            seen.map(\.server) == [
                "apple-pay-gateway.apple.com", "apple-pay-gateway-nc-pod3.apple.com",
                "apple-pay-gateway.apple.com",
            ])
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(seen[0].body.utf8)) as? [String: String])
        #expect(
            document == [
                "merchantIdentifier": "merchant.example.\(scene.name)", "displayName": "Toast",
                "initiative": "web", "initiativeContext": scene.domain,
            ])
    }

    @Test func `the gateway accepts the merchant's stored identity certificate`() async throws {
        let shop = try await Shop.open(settings: #"{"domains":["stored.example"]}"#)
        let identity = try await shop.storeIdentity()
        let reply = try await shop.checkout().ask(
            "merchant-session", "{}", [("Origin", "https://stored.example")])
        #expect(reply.status == 200, "\(reply.text)")
        let shown = "Apple Pay Merchant Identity:\(identity)"
        #expect(reply.http.body == TestGateway.session(of: shown, for: "stored.example"))
        let seen = try await SessionScene.server.seen().filter { $0.shown == shown }
        #expect(seen.map(\.server) == ["apple-pay-gateway-cert.apple.com"])
        #expect(seen[0].body.contains("\"merchantIdentifier\":\"\(identity)\""))
    }

    @Test func `a live merchant cannot ask a gateway of Apple's sandbox`() async throws {
        let scene = try await SessionScene.open()
        let checkout = try await scene.shop.checkout()
        for host in [
            "apple-pay-gateway-cert.apple.com", "cn-apple-pay-gateway-cert.apple.com",
            "apple-pay-gateway-stage.apple.com",
        ] {
            let reply = try await scene.ask(
                checkout, Self.body("https://\(host)/paymentservices/startSession"))
            #expect(reply.status == 400)
            #expect(reply.string("errors.0.pointer") == "/validationURL")
        }
        #expect(scene.asks == 0)
    }

    @Test func `a test merchant asks Apple's sandbox, even from localhost`() async throws {
        let scene = try await SessionScene.open(live: false)
        let checkout = try await scene.shop.checkout()
        let reply = try await scene.ask(checkout, origin: "http://localhost:3000")
        #expect(reply.http.body == scene.session)
        let seen = try #require(try await scene.seen().first)
        #expect(seen.server == "apple-pay-gateway-cert.apple.com")
        #expect(seen.body.contains("\"initiativeContext\":\"\(scene.domain)\""))
        let bare = try await Shop.open().checkout()
        let refused = try await bare.ask(
            "merchant-session", "{}", [("Origin", "http://localhost:3000")])
        #expect(refused.status == 409)
        #expect(refused.string("code") == "no_domain")
    }

    @Test func `a validation URL that is not Apple's is a bad field, and no request is sent`()
        async throws
    {
        let scene = try await SessionScene.open()
        let checkout = try await scene.shop.checkout()
        #expect(TrickAddresses.all.count >= 60)
        for url in TrickAddresses.all {
            let reply = try await scene.ask(checkout, Self.body(url))
            #expect(reply.status == 400)
            // The JSON reader refuses a NUL itself.
            guard !url.utf8.contains(0) else { continue }
            #expect(reply.string("code") == "invalid_request")
            #expect(reply.string("errors.0.pointer") == "/validationURL")
            #expect(url.count < 10 || !reply.text.contains("evil"))
        }
        for json in [
            #"{"validationURL":7}"#, #"{"validationURL":[]}"#, #"{"validationURL":{}}"#,
            #"{"validationUrl":""}"#, "[]", "", "{",
        ] {
            #expect(try await scene.ask(checkout, json).status == 400)
        }
        #expect(scene.asks == 0)
    }

    @Test func `a request from an unregistered domain, or without an origin, is refused`()
        async throws
    {
        let scene = try await SessionScene.open()
        let checkout = try await scene.shop.checkout()
        let stranger = try await scene.ask(checkout, origin: "https://evil.example")
        #expect(stranger.status == 403)
        #expect(stranger.string("code") == "origin_not_allowed")
        let nowhere = try await checkout.ask("merchant-session", "{}")
        #expect(nowhere.status == 400)
        #expect(nowhere.string("code") == "missing_origin")
        // The server's own pages may call the API, but they are not a registered domain of the
        // merchant.
        let port = try await TestServer.shared.value.port
        let own = try await scene.ask(checkout, origin: "http://127.0.0.1:\(port)")
        #expect(own.status == 409)
        #expect(own.string("code") == "domain_not_registered")
        #expect(scene.asks == 0)
    }

    @Test func `a session needs the client secret of an open checkout`() async throws {
        let scene = try await SessionScene.open(live: false)
        let (checkout, other) = (try await scene.shop.checkout(), try await scene.shop.checkout())
        let path = "/v1/checkouts/\(checkout.id)/merchant-session"
        let origin = [("Origin", "https://\(scene.domain)")]
        for (key, status) in [
            (nil, 401), (scene.shop.publishableKey, 403), (scene.shop.secretKey, 403),
            (other.secret, 404),
        ] {
            let reply = try await scene.shop.ask(as: key, "POST", path, "{}", origin)
            #expect(reply.status == status)
        }
        #expect(try await checkout.pay().number("status") == 0)
        let paid = try await scene.ask(checkout)
        #expect(paid.status == 409)
        #expect(paid.string("code") == "checkout_not_open")
        #expect(scene.asks == 0)
        #expect(try await scene.ask(other).status == 200)
    }

    @Test func `a checkout whose payment is in progress refuses a session for now`() async throws {
        let scene = try await SessionScene.open(live: false)
        let checkout = try await scene.shop.checkout()
        async let paying = checkout.pay(
            sandbox: #""outcome":"slow","delayMilliseconds":5000"#)
        let watching = HTTPClient(port: try await TestServer.shared.value.port)
        let key = [("Authorization", "Bearer \(scene.shop.secretKey)")]
        try await eventually("the payment is in progress") {
            try await watching.send("GET", "/v1/checkouts/\(checkout.id)", headers: key).text
                .contains("\"authorizing\"")
        }
        let asked = try await watching.send(
            "POST", "/v1/checkouts/\(checkout.id)/merchant-session",
            headers: [
                ("Authorization", "Bearer \(checkout.secret)"),
                ("Origin", "https://\(scene.domain)"),
            ], json: "{}")
        let refused = try Reply(asked)
        #expect(refused.status == 409)
        #expect(refused.string("code") == "attempt_in_progress")
        #expect(refused.http["Retry-After"] != nil)
        #expect(try await paying.number("status") == 0)
    }

    @Test func `a merchant without a certificate gets no_merchant_certificate`() async throws {
        let domain = "shop\(UInt32.random(in: 0 ... .max)).example"
        for live in [true, false] {
            let shop = try await Shop.open(
                live: live,
                settings: live ? "{\"domains\":[\"\(domain)\"]}" : "{\"domains\":[\"t\(domain)\"]}")
            let checkout = try await shop.checkout()
            let reply = try await checkout.ask(
                "merchant-session", "{}", [("Origin", "https://\(live ? "" : "t")\(domain)")])
            #expect(reply.status == 409)
            #expect(reply.string("code") == "no_merchant_certificate")
        }
    }

    @Test(arguments: [
        (400, 409, "merchant_certificate_mismatch"), (417, 409, "not_registered_with_apple"),
        (500, 502, "gateway_failed"), (404, 502, "gateway_failed"), (302, 502, "gateway_failed"),
    ])
    func `each refusal by Apple becomes an error code of ours`(
        _ status: Int, _ answered: Int, _ code: String
    ) async throws {
        let scene = try await SessionScene.open()
        try await SessionScene.server.answer(
            scene.name, status, #"{"statusMessage":"Payment Services Exception swordfish"}"#)
        let reply = try await scene.ask(try await scene.shop.checkout())
        #expect(reply.status == answered)
        #expect(reply.string("code") == code)
        #expect((reply.http["Retry-After"] != nil) == (answered == 502))
        #expect(!reply.text.contains("swordfish"))
        #expect(!reply.text.contains(scene.name))
    }

    @Test(arguments: ["[]", "swordfish", ""])
    func `an invalid session is not passed on`(_ body: String) async throws {
        let scene = try await SessionScene.open()
        try await SessionScene.server.answer(scene.name, 200, body)
        let reply = try await scene.ask(try await scene.shop.checkout())
        #expect(reply.status == 502)
        #expect(reply.string("code") == "gateway_failed")
        #expect(!reply.text.contains("swordfish"))
    }

    @Test func `a forged merchant certificate and an unreadable one get different errors`()
        async throws
    {
        let forged = try await SessionScene.open(isForged: true)
        let away = try await forged.ask(try await forged.shop.checkout())
        #expect(away.status == 503)
        #expect(away.string("code") == "gateway_unreachable")
        #expect(away.http["Retry-After"] == "2")
        let broken = try await SessionScene.open()
        broken.keep(Array("swordfish".utf8), Array("tunafish".utf8))
        let unusable = try await broken.ask(try await broken.shop.checkout())
        #expect(unusable.status == 409)
        #expect(unusable.string("code") == "merchant_certificate_unusable")
        #expect(!unusable.text.contains("fish"))
    }

    @Test func `a checkout may ask for ten sessions a minute`() async throws {
        let scene = try await SessionScene.open()
        let checkout = try await scene.shop.checkout()
        let began = ContinuousClock.now
        var answers = [try await scene.ask(checkout)]
        while answers.last?.status == 200, answers.count < 60 {
            answers.append(try await scene.ask(checkout))
        }
        // The limit refills by one every six seconds, and several may pass on a busy machine.
        let allowed = answers.count - 1
        let cameBack = Int((ContinuousClock.now - began).components.seconds / 6) + 1
        #expect((10...10 + cameBack).contains(allowed))
        let refused = try #require(answers.last)
        #expect(refused.status == 429)
        #expect(refused.string("code") == "rate_limited")
        #expect(refused.http["Retry-After"] != nil)
        #expect(try await scene.seen().count == allowed)
        #expect(try await scene.ask(try await scene.shop.checkout()).status == 200)
    }

    @Test func `two merchants at the same time never get each other's session`() async throws {
        let scenes = [try await SessionScene.open(), try await SessionScene.open()]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<6 {
                for scene in scenes {
                    let checkout = try await scene.shop.checkout()
                    group.addTask {
                        let client = HTTPClient(port: try await TestServer.shared.value.port)
                        let reply = try await client.send(
                            "POST", "/v1/checkouts/\(checkout.id)/merchant-session",
                            headers: [
                                ("Authorization", "Bearer \(checkout.secret)"),
                                ("Origin", "https://\(scene.domain)"),
                            ], json: "{}")
                        #expect(reply.body == scene.session)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
