import Foundation
import HTTP
import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

/// The dashboard's session: how a browser signs in, what it may do, and which requests are refused.
@Suite struct DashboardTests {
    @Test func `a secret key signs in to a session with the key's scope`() async throws {
        var browser = try await Browser.open(try await Shop.open())
        #expect(
            try await browser.ask("GET", "/session").status == 204, "the browser is not signed in")
        let signedIn = try await browser.signIn()
        #expect(signedIn.status == 201)
        #expect(signedIn.string("merchant.id") == browser.shop.merchant.identifier)
        #expect(!signedIn.text.contains(browser.shop.secretKey))
        let cookie = try #require(signedIn.http["Set-Cookie"])
        #expect(cookie.hasSuffix("; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict"))
        #expect(try await browser.ask("GET", "/session").string("id") == browser.session)
        #expect(try await browser.ask("GET", "/v1/checkouts").status == 200)
        let made = try await browser.ask(
            "POST", "/v1/coupons", #"{"code":"SAVE","percentOff":"10"}"#)
        #expect(made.status == 201)
    }

    @Test func `a read-only key opens a read-only session`() async throws {
        let shop = try await Shop.open()
        let key = try await shop.ask("POST", "/v1/keys", #"{"kind":"secret","scope":"read"}"#)
        var browser = try await Browser.open(shop)
        #expect(try await browser.signIn(with: key.string("secret")).status == 201)
        #expect(try await browser.ask("GET", "/v1/checkouts").status == 200)
        let refused = try await browser.ask(
            "POST", "/v1/coupons", #"{"code":"SAVE","percentOff":"10"}"#)
        #expect(refused.status == 403)
        #expect(refused.string("code") == "insufficient_scope")
    }

    @Test func `a publishable key or a client secret cannot sign in to the dashboard`() async throws
    {
        let shop = try await Shop.open()
        var browser = try await Browser.open(shop)
        let checkout = try await shop.checkout()
        for (key, status) in [
            (shop.publishableKey, 403), (checkout.secret, 401), ("sk_1_nonsense", 401),
            ("op_nonsense", 401),
        ] {
            let reply = try await browser.signIn(with: key)
            #expect(reply.status == status, "\(reply.text)")
            #expect(reply.http["Set-Cookie"] == nil)
        }
    }

    /// Headers of a request → the expected status. `OWN` is the dashboard's own origin.
    @Test(
        arguments: [
            ([("Origin", "https://evil.example")], 403),
            ([("Origin", "null")], 403),
            ([], 403),
            ([("Origin", "http://127.0.0.1:1")], 403),
            ([("Origin", "OWN"), ("Origin", "OWN")], 403),
            ([("Origin", "OWN"), ("Sec-Fetch-Site", "same-site")], 403),
            ([("Origin", "OWN"), ("Sec-Fetch-Site", "cross-site")], 403),
            ([("Origin", "OWN"), ("Sec-Fetch-Site", "same-origin")], 201),
            ([("Origin", "OWN")], 201),
        ] as [([(String, String)], Int)])
    func `the dashboard's API refuses calls from other pages`(
        headers: [(String, String)], status: Int
    )
        async throws
    {
        var browser = try await Browser.open(try await Shop.open())
        _ = try await browser.signIn()
        let port = browser.port
        let sent = headers.map { ($0.0, $0.1.replacing("OWN", with: "http://127.0.0.1:\(port)")) }
        let reply = try await browser.ask(
            "POST", "/v1/coupons", #"{"code":"SAVE","percentOff":"10"}"#,
            sent + [("Paysheet-Session", browser.session)])
        #expect(reply.status == status, "\(reply.text)")
        let signIn = try await browser.shop.ask(
            as: nil, "POST", "/dashboard/session", #"{"key":"\#(browser.shop.secretKey)"}"#, sent)
        #expect(signIn.status == status, "another site may not sign in: \(signIn.text)")
        #expect(reply.http["Access-Control-Allow-Origin"] == nil)
        #expect(
            try await browser.shop.ask("GET", "/v1/coupons").count("data")
                == (status == 201 ? 1 : 0))
    }

    @Test func `a page of an earlier session can neither read nor write`() async throws {
        var browser = try await Browser.open(try await Shop.open())
        _ = try await browser.signIn()
        let old = browser.session
        _ = try await browser.signIn()
        for method in ["GET", "POST"] {
            for stale in [[("Paysheet-Session", old)], []] {
                let reply = try await browser.ask(
                    method, "/v1/coupons",
                    method == "GET" ? nil : #"{"code":"A","percentOff":"1"}"#,
                    browser.ownPage + stale)
                #expect(reply.status == 403)
                #expect(reply.string("code") == "other_session")
            }
        }
    }

    @Test func `the session cookie is valid for the dashboard only`() async throws {
        var browser = try await Browser.open(try await Shop.open())
        _ = try await browser.signIn()
        let headers =
            browser.ownPage + [("Cookie", browser.cookie), ("Paysheet-Session", browser.session)]
        #expect(
            try await browser.shop.ask(as: nil, "GET", "/v1/checkouts", nil, headers).status == 401)
        #expect(
            try await browser.shop.ask(as: nil, "GET", "/dashboard/v1/checkouts", nil, headers)
                .status == 200)
        let key = try await browser.shop.ask("GET", "/dashboard/v1/checkouts")
        #expect(key.status == 401, "the dashboard accepts no key")
    }

    @Test func `a dashboard session finds no objects of another merchant`() async throws {
        let owner = try await Shop.open()
        let checkout = try await owner.checkout()
        let balance = try await owner.balance(#""kind":"gift_card","amount":"10.00""#)
        let things = [
            "checkout": checkout.id, "balance": balance.string("id") ?? "",
            "coupon": try await owner.ask(
                "POST", "/v1/coupons", #"{"code":"TEN","percentOff":"10"}"#
            ).string("id") ?? "",
            "key": try await owner.ask("GET", "/v1/keys").string("data.0.id") ?? "",
            "event": try await owner.anEvent(),
            "endpoint": try await owner.ask(
                "POST", "/v1/webhook-endpoints", #"{"url":"https://shop.example"}"#
            ).string("id") ?? "",
        ]
        var browser = try await Browser.open(try await Shop.open())
        _ = try await browser.signIn()
        let routes = try await TestServer.shared.value.routes
        var walked = 0
        for route in routes where route.template.hasPrefix("/dashboard/v1/") {
            var path = route.template.dropFirst("/dashboard".count).description
            for (name, value) in things { path = path.replacing("{\(name)}", with: value) }
            guard !route.template.hasSuffix(path), !path.contains("{") else { continue }
            walked += 1
            let moves = path.hasSuffix("/credits") || path.hasSuffix("/debits")
            let body =
                moves
                ? #"{"amount":"1.00","currencyCode":"USD"}"#
                : [.post, .patch].contains(route.method) ? "{}" : nil
            let reply = try await browser.ask(route.method.rawValue, path, body)
            #expect(reply.status == 404, "\(route.template) \(reply.text)")
            for value in things.values { #expect(!reply.text.contains(value)) }
        }
        #expect(walked >= 23)
    }

    @Test func `signing out ends the session for every copy of its cookie`() async throws {
        var browser = try await Browser.open(try await Shop.open())
        _ = try await browser.signIn()
        let forged = try await browser.ask("DELETE", "/session", nil, [("Origin", "https://evil")])
        #expect(forged.status == 403)
        let out = try await browser.ask("DELETE", "/session")
        #expect(out.status == 204)
        #expect(out.http["Set-Cookie"]?.contains("=; Path=/; Max-Age=0") == true)
        let after = try await browser.ask("GET", "/v1/checkouts")
        #expect(after.status == 401)
        #expect(after.string("code") == "no_session")
    }

    @Test func `revoking a key ends its sessions at once`() async throws {
        let shop = try await Shop.open()
        let key = try await shop.ask("POST", "/v1/keys", #"{"kind":"secret","scope":"write"}"#)
        var browser = try await Browser.open(shop)
        _ = try await browser.signIn(with: key.string("secret"))
        #expect(try await browser.ask("GET", "/v1/keys").status == 200)
        _ = try await shop.ask("DELETE", "/v1/keys/\(key.string("id") ?? "")")
        #expect(try await browser.ask("GET", "/v1/keys").status == 401)
    }

    @Test func `a session ends after twelve hours`() async throws {
        var browser = try await Browser.open(try await Shop.open())
        _ = try await browser.signIn()
        let database = try await TestServer.shared.value.database
        _ = try await database.run(
            """
            UPDATE sessions SET created_at = created_at - interval '12 hours',
                expires_at = expires_at - interval '12 hours'
            WHERE merchant_id = \(browser.shop.merchant.number)
            """)
        #expect(try await browser.ask("GET", "/v1/checkouts").status == 401)
        #expect(try await browser.ask("GET", "/session").status == 204)
        _ = try await browser.signIn()
        let rows = try await database.run(
            """
            SELECT count(*) AS kept FROM sessions
            WHERE merchant_id = \(browser.shop.merchant.number)
            """)
        #expect(try rows[0].get("kept", as: Int64.self) == 1, "a sign-in deletes expired sessions")
    }

    /// Cookies that are forged, cut short or sent twice.
    @Test func `an invalid cookie is ignored`() async throws {
        var browser = try await Browser.open(try await Shop.open())
        _ = try await browser.signIn()
        let good = browser.cookie
        let wrong = [
            "paysheet=", "paysheet=\(browser.session)", "paysheet=\(browser.session).",
            "paysheet=\(browser.session).0", good + "0", String(good.dropLast()),
            "\(good); \(good)", "Paysheet\(good.dropFirst(8))", "paysheet=\u{1F35E}",
            "paysheet=ses_1.\(String(repeating: "a", count: 4_000))",
        ]
        for cookie in wrong {
            browser.cookie = cookie
            #expect(try await browser.ask("GET", "/v1/checkouts").status == 401, "\(cookie)")
        }
        browser.cookie = "other=1; \(good) ;theme=dark"
        #expect(try await browser.ask("GET", "/v1/checkouts").status == 200)
    }

    @Test(arguments: [
        ("pay.example", "__Host-paysheet=", true), ("localhost:8080", "paysheet=", false),
        ("127.0.0.1", "paysheet=", false), ("[::1]:8080", "paysheet=", false),
        ("localhost.evil.example", "__Host-paysheet=", true),
    ])
    func `the cookie requires TLS except on localhost`(host: String, start: String, isSecure: Bool)
        async throws
    {
        let shop = try await Shop.open()
        let route = try #require(
            try await TestServer.shared.value.routes.first {
                $0.template == "/dashboard/session" && $0.method == .post
            })
        let reply = await route.handle(
            Request(
                method: .post, path: route.template,
                headers: [("Host", host), ("Origin", "https://\(host)")],
                body: Array(#"{"key":"\#(shop.secretKey)"}"#.utf8)),
            Parameters([]))
        let cookie = try #require(reply["Set-Cookie"])
        #expect(cookie.hasPrefix(start))
        #expect(cookie.hasSuffix("; Secure") == isSecure)
    }

    @Test func `the dashboard refuses frames, and its page holds no data`() async throws {
        let shop = try await Shop.open()
        let page = try await shop.ask(as: nil, "GET", "/dashboard")
        #expect(page.status == 200)
        #expect(page.http["X-Frame-Options"] == "DENY")
        #expect(
            page.http["Content-Security-Policy"]?.contains("frame-ancestors 'none'") == true)
        #expect(page.http["Content-Security-Policy"]?.contains("unsafe") == false)
        var browser = try await Browser.open(shop)
        _ = try await browser.signIn()
        #expect(try await browser.ask("GET", "", nil, []).text == page.text)
    }

    @Test func `a key has at most a hundred sessions, and the oldest makes room`() async throws {
        let shop = try await Shop.open()
        let read = try await shop.ask("POST", "/v1/keys", #"{"kind":"secret","scope":"read"}"#)
        var owner = try await Browser.open(shop)
        _ = try await owner.signIn()
        var first = try await Browser.open(shop)
        _ = try await first.signIn(with: read.string("secret"))
        var last = try await Browser.open(shop)
        for _ in 0..<99 { _ = try await last.signIn(with: read.string("secret")) }
        #expect(try await first.ask("GET", "/v1/keys").status == 200)
        _ = try await last.signIn(with: read.string("secret"))
        #expect(
            try await first.ask("GET", "/v1/keys").status == 401,
            "the oldest session of the key ends")
        #expect(
            try await owner.ask("GET", "/v1/keys").status == 200, "a session of another key stays")
    }

    @Test func `signing in again ends the browser's previous session`() async throws {
        let shop = try await Shop.open()
        var browser = try await Browser.open(shop)
        _ = try await browser.signIn()
        _ = try await shop.ask(
            as: nil, "POST", "/dashboard/session", #"{"key":"\#(shop.secretKey)"}"#,
            browser.ownPage + [("Cookie", browser.cookie)])
        #expect(try await browser.ask("GET", "/v1/keys").status == 401)
    }
}
