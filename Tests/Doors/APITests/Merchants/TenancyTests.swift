import Foundation
import HTTP
import Merchants
import TestSupport
import Testing

/// Several merchants side by side, none of which sees another's data.
@Suite struct TenancyTests {
    @Test func `another merchant's key reads and changes no object on any route`() async throws {
        let toaster = try await Toaster.open()
        let owner = toaster.shop
        let other = try await Shop.open()
        let plan = try await toaster.plan(Toaster.variable)
        let subscription = try await toaster.subscribe(to: plan)
        let invoices = try await toaster.invoices(subscription)
        let checkout = try await owner.checkout(
            #"""
            "requiredShippingContactFields":["email"],
            "items":[{"name":"Toast","quantity":1,"unitPrice":"10.00"}]
            """#)
        _ = try await checkout.pay(contact: PayTests.ada)
        let customer = try await checkout.ask("customer", #"{"consent":true}"#)
        let coupon = try await owner.ask(
            "POST", "/v1/coupons", #"{"code":"TEN","percentOff":"10"}"#)
        let key = try await owner.ask("GET", "/v1/keys").string("data.0.id")
        let endpoint = try await owner.ask(
            "POST", "/v1/webhook-endpoints", #"{"url":"https://shop.example"}"#)
        let event = try await owner.anEvent()
        _ = try await owner.ask(
            "POST",
            "/v1/webhook-endpoints/\(endpoint.string("id") ?? "")/deliveries/\(event)/redeliver")
        let balance = try await owner.balance(#""kind":"gift_card","amount":"10.00""#)
        let hold = try await owner.move(balance.path, "holds", "1.00")
        let domain = "shop\(UInt32.random(in: 0 ... .max)).example"
        _ = try await owner.ask("PATCH", "/v1/merchant", "{\"domains\":[\"\(domain)\"]}")
        let association = "/v1/domains/\(domain)/association"
        _ = try await owner.ask("PUT", association, #"{"file":"7B22"}"#)
        let room = try await owner.checkout(LaterPaymentTests.deferred(toaster.clock))
        _ = try await room.pay()
        let later = try await owner.ask("GET", "/v1/later-payments?checkout=\(room.id)")
        let friends = try await SharedScene.start(shop: owner)
        let things = [
            "checkout": checkout.id, "customer": customer.string("id") ?? "",
            "balance": balance.string("id") ?? "", "hold": hold.string("id") ?? "",
            "coupon": coupon.string("id") ?? "", "key": key ?? "",
            "merchant": owner.merchant.identifier, "endpoint": endpoint.string("id") ?? "",
            "event": event, "clock": toaster.clock, "plan": plan, "subscription": subscription,
            "invoice": try await toaster.invoiceIDs(subscription)[0],
            "laterPayment": later.string("data.0.id") ?? "", "domain": domain,
            "picture": "toast-of-the-owner.png", "sharedOrder": friends.id,
        ]
        let stored = try await PictureTests.put(
            PictureTests.good, as: things["picture"]!, by: owner)
        #expect(stored.status == 201)
        let otherCheckout = try await other.checkout()
        let before = try await checkout.state().text
        let routes = try await TestServer.shared.value.routes
        var walked = 0
        for route in routes where route.template.hasPrefix("/v1/") && route.method != .options {
            // Anyone may send Apple's notices, and workers of other tests would then ask Apple
            // about them: TokenNoticeTests shows that these routes reveal nothing.
            if route.template.hasPrefix("/v1/apple/") { continue }
            var path = route.template
            for (name, value) in things { path = path.replacing("{\(name)}", with: value) }
            guard path != route.template else { continue }
            walked += 1
            let body = [.post, .put, .patch].contains(route.method) ? "{}" : nil
            for credential in [other.secretKey, other.publishableKey, otherCheckout.secret] {
                let reply = try await other.ask(
                    as: credential, route.method.rawValue, path, body)
                #expect([400, 403, 404].contains(reply.status), "\(route.template) \(reply.text)")
                for value in things.values {
                    #expect(!reply.text.contains(value), "\(route.template) shows \(value)")
                }
            }
        }
        #expect(walked >= 51)
        #expect(try await friends.state().string("status") == "open")
        #expect(try await owner.ask("GET", association).string("file") == "7B22")
        let picture = try await owner.ask("GET", "/v1/pictures/\(things["picture"]!)")
        #expect(picture.http.body.count == stored.number("bytes"))
        #expect(try await checkout.state().text == before)
        let person = try await owner.ask("GET", "/v1/customers/\(things["customer"]!)")
        #expect(person["contact"] != nil && person["erasedAt"] == nil)
        #expect(try await toaster.find(subscription).string("status") == "active")
        let laterNow = try await owner.ask("GET", "/v1/later-payments?checkout=\(room.id)")
        #expect(laterNow.string("data.0.status") == "scheduled")
        #expect(try await toaster.invoices(subscription) == invoices)
        #expect(try await owner.ask("GET", balance.path).string("available") == "9.00")
    }

    @Test func `lists contain only a merchant's own objects`() async throws {
        let owner = try await Shop.open()
        _ = try await owner.checkout()
        _ = try await owner.balance(#""kind":"prepaid","reference":"A""#)
        let clock = try await owner.ask("POST", "/v1/test-clocks", "{}").string("id") ?? ""
        let toaster = Toaster(shop: owner, clock: clock)
        _ = try await SharedScene.start(shop: owner)
        let plan = try await toaster.plan()
        let subscription = try await toaster.subscribe(to: plan)
        let other = try await Shop.open()
        for path in [
            "/v1/checkouts", "/v1/customers", "/v1/coupons", "/v1/balances",
            "/v1/balances?reference=A", "/v1/events",
            "/v1/webhook-endpoints", "/v1/plans", "/v1/subscriptions", "/v1/invoices",
            "/v1/test-clocks", "/v1/later-payments", "/v1/shared-orders",
        ] {
            #expect(try await other.ask("GET", path).count("data") == 0)
        }
        for path in ["/v1/subscriptions?plan=\(plan)", "/v1/invoices?subscription=\(subscription)"]
        {
            #expect(try await owner.ask("GET", path).count("data") == 1)
            #expect(try await other.ask("GET", path).status == 400)
        }
        #expect(try await other.ask("GET", "/v1/keys").count("data") == 2)
    }

    @Test func `a change cannot use another merchant's plan or quote`() async throws {
        let owner = try await Toaster.open()
        let other = try await Toaster.open()
        let plan = try await owner.plan()
        let subscription = try await owner.subscribe(to: owner.plan())
        let own = try await other.subscribe(to: other.plan())
        let quote = try await owner.shop.ask(
            "POST", "/v1/subscriptions/\(subscription)/change", #"{"plan":"\#(plan)"}"#)
        for (body, pointer) in [
            (#"{"plan":"\#(plan)"}"#, "/plan"),
            (#"{"quote":"\#(quote.string("quote") ?? "")"}"#, "/quote"),
        ] {
            let reply = try await other.shop.ask("POST", "/v1/subscriptions/\(own)/change", body)
            #expect(reply.status == 400)
            #expect(reply.string("errors.0.pointer") == pointer)
        }
    }

    @Test func `a checkout cannot use another merchant's plan or test clock`() async throws {
        let owner = try await Toaster.open()
        let other = try await Toaster.open()
        let (plan, own) = (try await owner.plan(), try await other.plan())
        for (plan, clock, pointer) in [
            (plan, other.clock, "/plan"), (own, owner.clock, "/testClock"),
        ] {
            let reply = try await other.shop.ask(
                "POST", "/v1/checkouts",
                #"{"currencyCode":"USD","plan":"\#(plan)","testClock":"\#(clock)"}"#)
            #expect(reply.status == 400)
            #expect(reply.string("errors.0.pointer") == pointer)
        }
    }

    @Test func `a revoked key stops working`() async throws {
        let shop = try await Shop.open()
        let made = try await shop.ask("POST", "/v1/keys", #"{"kind":"secret","scope":"read"}"#)
        let secret = try #require(made.string("secret"))
        #expect(try await shop.ask(as: secret, "GET", "/v1/checkouts").status == 200)
        #expect(try await shop.ask(as: secret, "POST", "/v1/keys", "{}").status == 403)
        let id = try #require(made.string("id"))
        #expect(try await shop.ask("DELETE", "/v1/keys/\(id)").status == 200)
        #expect(try await shop.ask(as: secret, "GET", "/v1/checkouts").status == 401)
    }

    @Test func `the last key that can write cannot be revoked`() async throws {
        let shop = try await Shop.open()
        let keys = try await shop.ask("GET", "/v1/keys")
        let secret = (0..<2).first { keys.string("data.\($0).kind") == "secret" }
        let id = try #require(keys.string("data.\(secret ?? 0).id"))
        let refused = try await shop.ask("DELETE", "/v1/keys/\(id)")
        #expect(refused.status == 409)
        #expect(refused.string("code") == "last_secret_key")
    }

    @Test(arguments: [(0, 401), (3600, 200)])
    func `a rotated key works until the overlap with its successor ends`(
        overlapSeconds: Int, status: Int
    ) async throws {
        let shop = try await Shop.open()
        let keys = try await shop.ask("GET", "/v1/keys")
        let index = (0..<2).first { keys.string("data.\($0).kind") == "secret" } ?? 0
        let id = try #require(keys.string("data.\(index).id"))
        let rotated = try await shop.ask(
            "POST", "/v1/keys/\(id)/rotate", #"{"overlapSeconds":\#(overlapSeconds)}"#)
        let fresh = try #require(rotated.string("secret"))
        #expect(try await shop.ask(as: fresh, "GET", "/v1/merchant").status == 200)
        #expect(try await shop.ask("GET", "/v1/merchant").status == status)
    }

    @Test(arguments: [
        ("https://shop.example", true), ("https://evil.example", false),
        ("http://localhost:3000", true), ("http://127.0.0.1:8080", true),
        ("http://shop.example", false), ("null", false),
        ("http://localhost.evil.example", false),
    ])
    func `a page may call only from a registered domain or a test merchant's localhost`(
        origin: String, isAllowed: Bool
    )
        async throws
    {
        let domain = "shop\(UInt32.random(in: 0 ... .max)).example"
        let origin = origin.replacing("shop.example", with: domain)
        let shop = try await Shop.open(settings: "{\"domains\":[\"\(domain)\"]}")
        let checkout = try await shop.checkout()
        let reply = try await shop.ask(
            as: checkout.secret, "GET", "/v1/checkouts/\(checkout.id)", nil, [("Origin", origin)])
        #expect(reply.status == (isAllowed ? 200 : 403))
        // A page that is refused may read why; only an allowed page may read data.
        #expect(reply.http["Access-Control-Allow-Origin"] == (isAllowed ? origin : "*"))
        #expect(isAllowed || reply.string("code") == "origin_not_allowed")
        let preflight = try await shop.ask(
            as: nil, "OPTIONS", "/v1/checkouts/\(checkout.id)/authorize", nil,
            [("Origin", origin), ("Access-Control-Request-Method", "POST")])
        #expect(preflight.status == 204, "a preflight has no credential to check")
        #expect(preflight.http["Access-Control-Allow-Origin"] == origin)
    }

    @Test(arguments: [
        ("https://shop.example", true), ("https://evil.example", false), ("null", false),
    ])
    func `a secret key is refused from a page of an unregistered domain`(
        origin: String, isAllowed: Bool
    )
        async throws
    {
        let domain = "shop\(UInt32.random(in: 0 ... .max)).example"
        let origin = origin.replacing("shop.example", with: domain)
        let shop = try await Shop.open(settings: "{\"domains\":[\"\(domain)\"]}")
        let reply = try await shop.ask("GET", "/v1/checkouts", nil, [("Origin", origin)])
        #expect(reply.status == (isAllowed ? 200 : 403))
        #expect(reply.string("code") == (isAllowed ? nil : "origin_not_allowed"))
        #expect(reply.http["Access-Control-Allow-Origin"] == nil, "no page may read the answer")
        if !isAllowed {
            #expect(reply.string("detail")?.contains("must not be used in a web page") == true)
        }
    }

    @Test func `the server's own pages may use a secret key`() async throws {
        let port = try await TestServer.shared.value.port
        let shop = try await Shop.open(live: true)
        for host in ["127.0.0.1:\(port)", "127.0.0.1:1"] {
            let reply = try await shop.ask(
                "GET", "/v1/checkouts", nil, [("Origin", "http://\(host)")])
            #expect(reply.status == (host.hasSuffix(":1") ? 403 : 200))
        }
    }

    /// Tokens of Apple's simulator and of browsers without Apple Pay (docs/rules/apple.md#5.1).
    @Test(
        arguments: [
            #"{}"#, #"{"paymentData":null}"#, #"{"paymentData":{}}"#, #"{"paymentData":""}"#,
            #"{"paymentData":{"version":"","data":"","signature":"","header":{"publicKeyHash":""}}}"#,
        ])
    func `a simulated token is accepted for test merchants only`(token: String) async throws {
        for isLive in [false, true] {
            let checkout = try await Shop.open(live: isLive).checkout()
            let reply = try await checkout.ask("authorize", "{\"payment\":{\"token\":\(token)}}")
            #expect(reply.status == (isLive ? 400 : 200))
            #expect(reply.string("errors.0.code") == (isLive ? "simulated_token" : nil))
            #expect(reply.string("checkout.status") == (isLive ? nil : "captured"))
        }
    }

    @Test func `a malformed encrypted token is refused`() async throws {
        let checkout = try await Shop.open().checkout()
        for data in [#"{"version":"EC_v1","data":""}"#, #"{"version":"","data":7}"#, #""x""#] {
            let reply = try await checkout.ask(
                "authorize", "{\"payment\":{\"token\":{\"paymentData\":\(data)}}}")
            #expect(reply.status == 400)
            #expect(reply.string("errors.0.pointer") == "/payment/token/paymentData")
        }
    }

    @Test func `a request with two origins is refused`() async throws {
        let checkout = try await Shop.open().checkout()
        for other in ["https://evil.example", "http://localhost:3000"] {
            let reply = try await checkout.ask(
                "payment-method", #"{"paymentMethod":{}}"#,
                [("Origin", "http://localhost:3000"), ("Origin", other)])
            #expect(reply.status == 403)
        }
    }
}
