import Foundation
import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import API

/// The web page of a shared order, as a browser without scripts gets it.
@Suite struct SharedPageTests {
    private static let english = [("Accept-Language", "en")]

    private func page(
        _ scene: SharedScene, _ headers: [(String, String)] = english
    ) async throws -> HTTPReply {
        try await page(scene.token, scene.shop, headers)
    }

    private func page(
        _ token: String, _ shop: Shop, _ headers: [(String, String)] = english
    ) async throws -> HTTPReply {
        try await shop.client.send("GET", "/s/\(token)", headers: headers)
    }

    @Test func `the page shows the menu, everyone's choices and the amounts`() async throws {
        let scene = try await SharedScene.start(
            #"""
            "host":{"name":"Ada"},"fees":[{"label":"Delivery","amount":"2.00"}],
            "tax":{"label":"VAT","percentage":"10"}
            """#)
        let bob = try await scene.join(#"{"name":"Bob"}"#)
        try await scene.host.choose(
            "a", #"{"item":"cone","quantity":2,"options":{"scoop":["vanilla","mango"]}}"#)
        try await bob.choose("a", #"{"item":"sundae","options":{"cup":["glass"]}}"#)
        let page = try await page(scene)
        #expect(page.status == 200)
        for text in [
            "<h1><bdi>Ice cream</bdi></h1>", "<bdi>Cone</bdi>", "<bdi>Scoop</bdi> (1 to 3): ",
            "<bdi>Mango</bdi> +$0.50", "<bdi>Ada</bdi>", "<bdi>Bob</bdi>", "2 × <bdi>Cone</bdi>",
            "Still missing: <bdi>Ball</bdi>",
            "<bdi>Delivery</bdi></dt><dd>$2.00", "<bdi>VAT</bdi></dt><dd>$1.40",
            "Total</dt><dd>$15.40", "1 left", "Open until ", "Test: no money moves.",
        ] {
            #expect(page.text.contains(text), "\(text)")
        }
        // Each person's part, with its share of fees and tax.
        #expect(page.text.contains("<span class=\"sum\">$8.99</span>"))
        #expect(page.text.contains("<span class=\"sum\">$6.41</span>"))
    }

    @Test func `reading the page changes nothing, and it is neither cached nor indexed`()
        async throws
    {
        let scene = try await SharedScene.start()
        let before = try await scene.state()
        let page = try await page(scene)
        #expect(page["Cache-Control"] == "no-store")
        #expect(page["Referrer-Policy"] == "no-referrer")
        #expect(page["X-Robots-Tag"]?.contains("noindex") == true)
        #expect(page["X-Frame-Options"] == "DENY")
        let policy = try #require(page["Content-Security-Policy"])
        #expect(policy.contains("default-src 'none'") && policy.contains("script-src 'self';"))
        #expect(page.text.contains("<meta name=\"robots\" content=\"noindex, nofollow\">"))
        #expect(page["Set-Cookie"] == nil)
        // The page loads only files of this server.
        for attribute in ["src=\"", "href=\""] {
            for part in page.text.components(separatedBy: attribute).dropFirst() {
                #expect(part.hasPrefix("/") || part.hasPrefix("#"))
            }
        }
        #expect(try await scene.state().http["ETag"] == before.http["ETag"])
    }

    @Test func `a link preview shows nothing of the order`() async throws {
        let scene = try await SharedScene.start(#""host":{"name":"Ada"}"#)
        _ = try await scene.host.cone()
        let text = try await page(scene).text
        let head = try #require(text.components(separatedBy: "</head>").first)
        #expect(head.contains("<meta property=\"og:title\" content=\"A shared order\">"))
        #expect(head.contains("content=\"https://pay.example/pages/shared/preview.png\""))
        for secret in ["Ice cream", "Ada", "Cone", "$", "3.00", scene.token, scene.id] {
            #expect(!head.contains(secret), "\(secret)")
        }
        let picture = try await scene.shop.client.send("GET", "/pages/shared/preview.png")
        #expect(picture.status == 200 && picture["Content-Type"] == "image/png")
    }

    @Test func `the page shows the menu's pictures and no others`() async throws {
        let shop = try await Shop.open()
        for name in ["toast.png", "secret.png", "gone.png"] {
            let bytes = PictureTests.plain(PictureTests.blue)
            #expect(try await PictureTests.put(bytes, as: name, by: shop).status == 201)
        }
        let reply = try await shop.ask(
            "POST", "/v1/shared-orders",
            #"""
            {"title":"Toast","currencyCode":"USD","countryCode":"US","menu":[
             {"id":"a","name":"Toast","price":"1.00","picture":"toast.png"},
             {"id":"b","name":"Bread","price":"1.00","picture":"gone.png"}]}
            """#)
        #expect(try await shop.ask("DELETE", "/v1/pictures/gone.png").status == 204)
        let token = try #require(reply.string("token"))
        let text = try await page(token, shop).text
        #expect(text.contains("src=\"/s/\(token)/pictures/toast.png\" alt=\"\""))
        let picture = try await page("\(token)/pictures/toast.png", shop)
        #expect(picture.status == 200 && picture["Content-Type"] == "image/png")
        #expect(picture["X-Content-Type-Options"] == "nosniff")
        for path in [
            "\(token)/pictures/secret.png", "\(token)/pictures/gone.png", "x/pictures/toast.png",
        ] {
            #expect(try await page(path, shop).status == 404)
        }
    }

    static let tricks = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "</script><b>", "&lt;b&gt;",
        "'; alert(1) //", "עברית <i>", "{amount}", "]]><!--", "\u{FEFF}\u{200D}a",
    ]

    @Test(arguments: tricks)
    func `the texts of participants are escaped everywhere`(_ trick: String) async throws {
        let menu = try JSONSerialization.data(withJSONObject: [
            "title": trick, "currencyCode": "USD", "countryCode": "US", "host": ["name": trick],
            "freeItems": ["maximumPrice": "9.00"],
            "menu": [
                [
                    "id": "a", "name": trick, "description": trick, "price": "1.00",
                    "options": [
                        ["id": "o", "name": trick, "choices": [["id": "c", "name": trick]]]
                    ],
                ]
            ],
            "fees": [["label": trick, "amount": "1.00"]],
            "tax": ["label": trick, "percentage": "10", "included": true],
        ])
        let shop = try await Shop.open()
        let reply = try await shop.ask(
            "POST", "/v1/shared-orders", String(decoding: menu, as: UTF8.self))
        #expect(reply.status == 201, "\(reply.text)")
        let token = try #require(reply.string("token"))
        let host = Friend(
            shop: shop, token: token, number: 1,
            credential: try #require(reply.string("credential")))
        let free = try JSONSerialization.data(withJSONObject: ["name": trick, "price": "2.00"])
        #expect(try await host.choose("f", String(decoding: free, as: UTF8.self)).status == 200)
        let text = try await page(token, shop).text
        let plain = try await page(SharedScene.start(shop: shop)).text
        // The text appears many times, but neither adds nor closes an element.
        let escaped = Markup(trick).text
        #expect(text.components(separatedBy: "<bdi>\(escaped)</bdi>").count == 10)
        for mark in ["<script", "</script", "<img", "<!--", "<i>", "<b>"] {
            #expect(
                text.components(separatedBy: mark).count
                    == plain.components(separatedBy: mark).count, "\(mark)")
        }
    }

    @Test func `the page says how the order ended`() async throws {
        let scene = try await SharedScene.start()
        #expect(try await scene.host.ask("POST", "/cancel").status == 200)
        let page = try await page(scene)
        #expect(page.status == 200 && page.text.contains("data-status=\"canceled\""))
        #expect(page.text.contains("Canceled. Nothing was paid."))
    }

    @Test(arguments: SharedOrderStates.all)
    func `each state of a shared order has its words on the page`(_ state: String) async throws {
        let scene = try await SharedScene.start()
        let database = try await TestServer.shared.value.database
        let change: Query =
            switch state {
            case "expired": "deadline_at = created_at + interval '1 microsecond'"
            case "locked":
                "state = 'locked', payers = 'host', round = 1, pay_by = now() + interval '1 day', locked_hash = decode('00', 'hex')"
            case "open": "state = 'open'"
            default: "state = \(state), ended_at = now()"
            }
        _ = try await database.run(
            """
            UPDATE shared_orders SET \(change) WHERE merchant_id = \(scene.shop.merchant.number)
            """)
        let page = try await page(scene)
        let words = PageTexts.of(.english)["state." + state].components(separatedBy: "{").first
        #expect(page.status == 200 && page.text.contains("data-status=\"\(state)\""))
        #expect(page.text.contains(try #require(words)))
    }

    @Test func `every invalid link gets the same page`() async throws {
        let scene = try await SharedScene.start()
        var guessed = Array(scene.token)
        guessed[guessed.count - 1] = guessed.last == "0" ? "1" : "0"
        var answers: Set<String> = []
        let long = String(repeating: "a", count: 900)
        for token in ["x", String(guessed), scene.token + "a", "%3Cscript%3E", long] {
            let page = try await page(token, scene.shop)
            #expect(page.status == 404 && page["Cache-Control"] == "no-store")
            #expect(page["Content-Type"] == "text/html; charset=utf-8")
            answers.insert(page.text)
        }
        #expect(answers.count == 1)
        #expect(answers.first?.contains("There is no order here") == true)
        #expect(answers.first?.contains("<script") == false)
    }

    @Test func `the page is in the reader's language`() async throws {
        let scene = try await SharedScene.start()
        _ = try await scene.host.cone()
        var seen: Set<String> = []
        for language in Language.allCases {
            let page = try await page(scene, [("Accept-Language", language.rawValue)])
            #expect(page.text.contains("<html lang=\"\(language.rawValue)\""))
            #expect(page["Content-Language"] == language.rawValue)
            #expect(page["Vary"] == "Accept-Language")
            let words = PageTexts.of(language)
            #expect(page.text.contains(words["people.title"]))
            let none = try await self.page(
                "x", scene.shop, [("Accept-Language", language.rawValue)])
            #expect(none.text.contains(words["missing.title"]))
            seen.insert(words["people.title"])
        }
        #expect(seen.count == Language.allCases.count)
        #expect(try await page(scene, [("Accept-Language", "de")]).text.contains("3,00\u{A0}$"))
    }

    @Test func `each language has all texts with the same placeholders`() {
        let english = PageTexts.of(.english)
        let gaps = { (text: String) in
            Set(text.components(separatedBy: "{").dropFirst().map { $0.prefix { $0 != "}" } })
        }
        for language in Language.allCases {
            let words = PageTexts.of(language)
            #expect(words.keys == english.keys, "\(language)")
            for key in english.keys {
                #expect(gaps(words[key]) == gaps(english[key]), "\(language) \(key)")
                #expect(!words[key].isEmpty, "\(language) \(key)")
            }
        }
    }
}

enum SharedOrderStates {
    static let all = ["open", "locked", "paid", "canceled", "expired"]
}
