import Crypto
import Foundation
import JSON
import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import API

/// A merchant's own processor account: connected over the API, with a Stripe simulator on this
/// machine.
@Suite(.enabled(if: LocalStripe.isThere, LocalStripe.isAway), .timeLimit(.minutes(5)))
struct ProcessorTests {
    private static let key = "sk_test_ofatoastandjamshop"
    private static let hook = "whsec_whatstripesignswith"

    @Test func `processor keys are stored encrypted and shown in part`() async throws {
        let shop = try await Shop.open(processor: .stripe)
        let before = try await shop.ask("GET", "/v1/processor")
        #expect(before.string("processor") == "stripe")
        #expect(before["connected"] as? Bool == false)
        let stored = try await shop.connect(Self.key, hooks: [Self.hook])
        #expect(stored.status == 200, "\(stored.text)")
        let shown = try await shop.ask("GET", "/v1/processor")
        #expect(shown.text == stored.text)
        #expect(shown["connected"] as? Bool == true)
        #expect(shown.string("secretKey") == "sk_test_…shop")
        #expect(shown.string("webhookSecrets.0") == "whsec_…with")
        #expect(
            shown.string("webhookPath") == "/v1/processors/stripe/\(shop.merchant.identifier)")
        let rows = try await TestServer.shared.value.database.run(
            "SELECT secrets FROM processor_accounts WHERE merchant_id = \(shop.merchant.number)")
        let sealed: [UInt8] = try #require(rows.first).get("secrets")
        for secret in [Self.key, Self.hook] {
            #expect(Data(sealed).range(of: Data(secret.utf8)) == nil)
        }
        #expect(try await shop.ask("DELETE", "/v1/processor").status == 204)
        #expect(try await shop.ask("DELETE", "/v1/processor").status == 404)
        #expect(try await shop.ask("GET", "/v1/processor")["connected"] as? Bool == false)
    }

    @Test(arguments: [
        (#""secretKey":"sk_live_ofatoastandjamshop","webhookSecrets":[]"#, ["/secretKey"]),
        (#""secretKey":"pk_test_ofatoastandjamshop","webhookSecrets":[]"#, ["/secretKey"]),
        (#""secretKey":"sk_test_","webhookSecrets":[]"#, ["/secretKey"]),
        (#""secretKey":"sk_test_of a toast shop","webhookSecrets":[]"#, ["/secretKey"]),
        (#""secretKey":"sk_test_of\nHost: example.org","webhookSecrets":[]"#, ["/secretKey"]),
        (#""secretKey":1,"webhookSecrets":[]"#, ["/secretKey"]),
        (#""secretKey":"sk_test_ofatoastandjamshop""#, ["/webhookSecrets"]),
        (
            #""secretKey":"x","webhookSecrets":["sk_test_ofatoastandjamshop","whsec_abcdefgh"]"#,
            ["/secretKey", "/webhookSecrets/0"]
        ),
        (
            #""secretKey":"sk_test_ofatoastandjamshop","webhookSecrets":["whsec_a","whsec_b","whsec_c"]"#,
            ["/webhookSecrets"]
        ),
        (#""secretKey":"sk_test_ofatoastandjamshop","webhookSecrets":[],"apiBase":"x""#, [""]),
    ])
    func `all faults of processor keys are reported, and no key is stored`(
        members: String, pointers: [String]
    ) async throws {
        let shop = try await Shop.open(processor: .stripe)
        let refused = try await shop.ask("PUT", "/v1/processor", "{\(members)}")
        #expect(refused.status == 400)
        #expect(!refused.text.contains("ofatoast"))
        let reported = (0..<refused.count("errors")).compactMap {
            refused.string("errors.\($0).pointer")
        }
        #expect(Set(reported.map { $0 == "/apiBase" ? "" : $0 }).isSuperset(of: pointers))
        #expect(try await shop.ask("GET", "/v1/processor")["connected"] as? Bool == false)
    }

    @Test func `the sandbox takes no keys, and a live merchant no test keys`() async throws {
        let test = try await Shop.open()
        #expect(try await test.ask("GET", "/v1/processor").string("processor") == "sandbox")
        #expect(try await test.connect(Self.key).string("code") == "processor_is_sandbox")
        let live = try await Shop.open(live: true)
        #expect(try await live.ask("GET", "/v1/processor").string("processor") == "stripe")
        let refused = try await live.connect(Self.key)
        #expect(refused.string("errors.0.pointer") == "/secretKey")
    }

    @Test func `keys that Stripe rejects are refused before the first buyer pays`() async throws {
        let shop = try await Shop.open(processor: .stripe)
        // The simulator knows no restricted keys.
        let unknown = try await shop.connect("rk_test_nobodyhasmadethis")
        #expect(unknown.status == 400)
        #expect(unknown.string("errors.0.code") == "key_not_accepted")
        let intent = "pi_\(shop.merchant.identifier)"
        try await TestServer.shared.value.database.transaction { transaction in
            try transaction.enqueue(
                """
                INSERT INTO stripe_charges (merchant_id, key, state, request, amount, currency,
                    captured, keeps_card, card_network, card_last_four, intent, created_at)
                VALUES (\(shop.merchant.number), 'att_x', 'done', '', 1, 'USD', true, false, '',
                    '', \(intent), now())
                """)
        }
        #expect(try await shop.connect(Self.key).string("code") == "other_account")
        let stripe = try await LocalStripe.shared
        try await stripe.plan(.isForbidden, of: intent)
        let forbidden = try await shop.connect(Self.key)
        #expect(forbidden.string("errors.0.code") == "key_lacks_permission")
        try await stripe.plan(.isAway, of: intent)
        let away = try await shop.connect(Self.key)
        #expect((away.status, away.string("code")) == (503, "processor_unreachable"))
        #expect(try await shop.ask("GET", "/v1/processor")["connected"] as? Bool == false)
    }

    @Test func `a token is paid, captured and refunded through the merchant's own account`()
        async throws
    {
        let shop = try await TokenShop.open(processor: .stripe)
        let checkout = try await shop.shop.checkout(
            #""captureMethod":"manual","items":[{"name":"Toast","quantity":1,"unitPrice":"10.00"}]"#
        )
        let early = try await checkout.authorize(shop.payment(of: 1_000))
        #expect((early.status, early.string("code")) == (409, "no_processor"))
        #expect(try await shop.shop.connect(Self.key).status == 200)
        let token = try await shop.payment(of: 1_000)
        let key = [("Idempotency-Key", "once")]
        let paid = try await checkout.authorize(token, key)
        #expect(paid.number("status") == 0, "\(paid.text)")
        #expect(try await shop.charged(checkout) == ["held": 1_000, "taken": 0, "refunded": 0])
        let path = "/v1/checkouts/\(checkout.id)"
        #expect(try await shop.shop.ask("POST", path + "/capture").status == 201)
        let refund = try await shop.shop.ask("POST", path + "/refunds", #"{"amount":"4.00"}"#)
        #expect(refund.status == 201, "\(refund.text)")
        #expect(try await shop.charged(checkout) == ["held": 0, "taken": 1_000, "refunded": 400])
        let state = try await checkout.state()
        #expect(state.string("refundedAmount") == "4.00", "\(state.text)")
        // The same account may be connected with another key.
        #expect(try await shop.shop.connect("sk_test_itssecondkey").status == 200)
        #expect(try await shop.shop.ask("POST", path + "/refunds").status == 201)
        #expect(try await shop.shop.ask("DELETE", "/v1/processor").status == 204)
        // A repeated payment gets its stored outcome, and another card is refused as too late.
        for headers in [key, []] {
            let again = try await checkout.authorize(token, headers)
            #expect(again.number("status") == 0, "\(again.text)")
        }
        let other = try await checkout.authorize(shop.payment(of: 1_000))
        #expect((other.status, other.string("code")) == (409, "checkout_not_open"))
        let late = try await shop.shop.checkout().authorize(shop.payment(of: 1_000))
        #expect(late.string("code") == "no_processor")
    }

    @Test(arguments: [
        ("KWD", "5.125", false), ("KWD", "5.120", true), ("USD", "999999.99", true),
        ("USD", "1000000.00", false),
    ])
    func `an amount that Stripe cannot represent is refused before a buyer pays`(
        currency: String, price: String, isTaken: Bool
    ) async throws {
        let shop = try await Shop.open(processor: .stripe)
        let cart = { (price: String) in
            #"{"currencyCode":"\#(currency)","countryCode":"US","items":[{"name":"Toast","quantity":1,"unitPrice":"\#(price)"}]}"#
        }
        let opened = try await shop.ask("POST", "/v1/checkouts", cart(price))
        #expect(opened.status == (isTaken ? 201 : 400), "\(opened.text)")
        if !isTaken {
            #expect(opened.string("errors.0.code") == "not_chargeable")
            #expect(opened.string("errors.0.pointer") == "/items")
        }
        let good = try await shop.checkout(currency: currency)
        let changed = try await shop.ask(
            "PATCH", "/v1/checkouts/\(good.id)",
            #"{"items":[{"name":"Toast","quantity":1,"unitPrice":"\#(price)"}]}"#)
        #expect((changed.status == 200) == isTaken, "\(changed.text)")
        // The sandbox accepts every amount.
        #expect(
            try await Shop.open().ask("POST", "/v1/checkouts", cart(price)).status == 201)
    }

    @Test func `a plan with an amount that Stripe cannot represent is refused`() async throws {
        let shop = try await Shop.open(processor: .stripe)
        for (price, rate, status) in [
            ("5.000", "10", 201), ("5.125", "10", 400), ("5.120", "10", 400),
        ] {
            let opened = try await shop.ask(
                "POST", "/v1/plans",
                """
                {"name":"Club","currencyCode":"KWD","managementURL":"https://example.com/club",
                 "tax":{"label":"VAT","percent":"\(rate)","inclusion":"added"},
                 "phases":[{"kind":"regular","amount":"\(price)","interval":{"unit":"month"}}]}
                """)
            #expect(opened.status == status, "\(opened.text)")
            guard status == 400 else { continue }
            #expect(opened.string("errors.0.pointer") == "/phases")
            #expect(opened.string("errors.0.code") == "not_chargeable")
        }
    }

    @Test func `a simulated token cannot pay at Stripe`() async throws {
        let shop = try await Shop.open(processor: .stripe)
        #expect(try await shop.connect(Self.key).status == 200)
        let answer = try await shop.checkout().pay()
        #expect(answer.number("status") == 1, "\(answer.text)")
        let sandbox = try await shop.ask("POST", "/v1/sandbox/disputes/dp_1/win")
        #expect(sandbox.string("code") == "test_merchants_only")
    }

    @Test func `an event must be signed with a stored secret`() async throws {
        let shop = try await Shop.open(processor: .stripe)
        #expect(try await shop.connect(Self.key, hooks: [Self.hook]).status == 200)
        let path = "/v1/processors/stripe/\(shop.merchant.identifier)"
        let body = #"{"type":"customer.created","data":{"object":{}}}"#
        let now = TestServer.now().seconds(since: Instant(seconds: 0))
        for (secret, status) in [(Self.hook, 204), ("whsec_ofsomebodyelse", 400)] {
            let mac = HMACSHA256.mac(
                Array("\(now).\(body)".utf8), key: Secret(Array(secret.utf8)))
            let signature = ("Stripe-Signature", "t=\(now),v1=\(Hex.encode(mac))")
            #expect(try await shop.ask(as: nil, "POST", path, body, [signature]).status == status)
        }
    }
}

extension Shop {
    func connect(_ key: String, hooks: [String] = []) async throws -> Reply {
        let hooks = hooks.map { "\"\($0)\"" }.joined(separator: ",")
        return try await ask(
            "PUT", "/v1/processor", #"{"secretKey":"\#(key)","webhookSecrets":[\#(hooks)]}"#)
    }
}

extension TokenShop {
    /// The amounts that the Stripe simulator recorded for a checkout, in minor units.
    fileprivate func charged(_ checkout: OpenedCheckout) async throws -> [String: Int] {
        let rows = try await TestServer.shared.value.database.run(
            """
            SELECT key FROM stripe_charges
            WHERE merchant_id = \(shop.merchant.number) AND state = 'done'
            """)
        let key: String = try #require(rows.first).get("key")
        let number = shop.merchant.number.value
        let known = try await LocalStripe.shared.config("charges?merchant=\(number)&attempt=\(key)")
        return ["held", "taken", "refunded"].reduce(into: [:]) {
            $0[$1] = known[$1]?.int64.map { Int($0) }
        }
    }
}
