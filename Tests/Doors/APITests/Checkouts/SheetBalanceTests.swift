import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

/// Balances that pay for a checkout, over HTTP.
@Suite struct SheetBalanceTests {
    /// Creates a gift card and returns its identifier and code.
    private static func giftCard(_ shop: Shop, _ amount: String, currency: String = "USD")
        async throws -> (id: String, code: String)
    {
        let reply = try await shop.ask(
            "POST", "/v1/balances",
            #"{"kind":"gift_card","currencyCode":"\#(currency)","amount":"\#(amount)"}"#)
        guard reply.status == 201, let id = reply.string("id"), let code = reply.string("code")
        else { throw Unexpected(reply: reply) }
        return (id, code)
    }

    private static func available(_ id: String, _ shop: Shop) async throws -> String {
        let reply = try await shop.ask("GET", "/v1/balances/\(id)")
        return "\(reply.string("amount") ?? "") held \(reply.string("held") ?? "")"
    }

    @Test func `a gift card pays its part, and the card is charged exactly the rest`() async throws
    {
        let shop = try await Shop.open()
        let opened = try await shop.checkout()
        let card = try await Self.giftCard(shop, "4.00")
        let attached = try await opened.ask("balances", #"{"code":"\#(card.code)"}"#)
        #expect(attached.status == 200)
        #expect(attached.string("newTotal.amount") == "6.00")
        #expect(
            attached.string("newLineItems.1.label") == "Gift card ••\(card.code.suffix(4))")
        #expect(attached.string("newLineItems.1.amount") == "-4.00")
        #expect(attached.count("errors") == 0)
        #expect(attached.number("checkout.version") == 2)
        #expect(attached.string("checkout.balances.0.balance") == card.id)
        #expect(attached.string("checkout.balances.0.amount") == "4.00")
        #expect(!attached.text.contains(card.code))
        let paid = try await opened.pay(version: 2)
        #expect(paid.number("status") == 0 && paid.string("checkout.status") == "captured")
        let server = try await TestServer.shared.value
        let charged = try await server.sandbox.run(
            """
            SELECT amount FROM sandbox.charges WHERE merchant_id = \(shop.merchant.number.value)
            """
        ).map { try $0.get("amount") as Int64 }
        #expect(charged == [600])
        #expect(try await Self.available(card.id, shop) == "0.00 held 0.00")
        let state = try await opened.state()
        #expect(state.string("capturedAmount") == "10.00")
        #expect(state.string("balances.0.amount") == "4.00")
        #expect(state.string("payment.amount") == "6.00")
    }

    @Test func `a balance pays in full without a token, and once for one key`() async throws {
        let shop = try await Shop.open()
        let opened = try await shop.checkout()
        let card = try await Self.giftCard(shop, "25.00")
        let attached = try await shop.ask(
            "POST", "/v1/checkouts/\(opened.id)/balances", #"{"balanceId":"\#(card.id)"}"#)
        #expect(attached.string("newTotal.amount") == "0.00")
        let key = [("Idempotency-Key", "pay-1")]
        let paid = try await opened.ask("authorize", #"{"balance":true,"version":2}"#, key)
        #expect(paid.status == 200 && paid.number("status") == 0)
        #expect(paid.string("checkout.status") == "captured")
        let again = try await opened.ask("authorize", #"{"balance":true,"version":2}"#, key)
        #expect(again.text == paid.text && again.http["Idempotent-Replayed"] == "true")
        let other = try await opened.ask("authorize", #"{"balance":true}"#)
        #expect(other.number("status") == 0)
        #expect(try await opened.pay().number("status") == 0)
        #expect(try await TestServer.shared.value.charges(of: shop.merchant) == 0)
        #expect(try await Self.available(card.id, shop) == "15.00 held 0.00")
    }

    @Test func `a balance that cannot pay in full reports the shortfall`() async throws {
        let shop = try await Shop.open()
        let opened = try await shop.checkout()
        let card = try await Self.giftCard(shop, "4.00")
        _ = try await opened.ask("balances", #"{"code":"\#(card.code)"}"#)
        let refused = try await opened.ask("authorize", #"{"balance":true}"#)
        #expect(refused.status == 200 && refused.number("status") == 1)
        #expect(refused.string("errors.0.code") == "unknown")
        #expect(refused.string("errors.0.messageCode") == "balance.insufficient")
        #expect(refused.string("checkout.balance.code") == "insufficient_balance")
        #expect(refused.string("checkout.balance.shortfall") == "6.00")
    }

    @Test func `a detached balance is released`() async throws {
        let shop = try await Shop.open()
        let opened = try await shop.checkout()
        let card = try await Self.giftCard(shop, "4.00")
        _ = try await opened.ask("balances", #"{"code":"\#(card.code)"}"#)
        let path = "/v1/checkouts/\(opened.id)/balances/\(card.id)"
        for _ in 0..<2 {
            let left = try await shop.ask(as: opened.secret, "DELETE", path)
            #expect(left.status == 200 && left.string("newTotal.amount") == "10.00")
            #expect(left["checkout.balances"] == nil)
        }
        #expect(try await Self.available(card.id, shop) == "4.00 held 0.00")
        let timeline = try await shop.ask("GET", "/v1/checkouts/\(opened.id)/timeline")
        #expect(timeline.string("data.0.kind") == "balanceAttached")
        #expect(timeline.string("data.1.kind") == "balanceDetached")
        #expect(!timeline.text.contains(card.code))
    }

    /// A page must not learn whether a code is another merchant's.
    @Test func `a wrong code and another merchant's code get the same answer`() async throws {
        let shop = try await Shop.open()
        let other = try await Self.giftCard(try await Shop.open(), "4.00")
        var answers: Set<String> = []
        for code in [other.code, "X4QF-7KMZ-2WPD-99RT", "1", "🎁🎁🎁🎁🎁🎁🎁🎁"] {
            let opened = try await shop.checkout()
            let reply = try await opened.ask("balances", #"{"code":"\#(code)"}"#)
            #expect(reply.status == 200)
            #expect(reply.string("checkout.balance.code") == "unknown_code")
            #expect(reply.string("errors.0.messageCode") == "balance.unknown")
            answers.insert(reply.text)
        }
        #expect(answers.count == 1)
    }

    @Test func `guessed codes are rate limited`() async throws {
        let shop = try await Shop.open()
        let opened = try await shop.checkout()
        var last = 200
        for _ in 0..<200 where last == 200 {
            last = try await opened.ask("balances", #"{"code":"X4QF-7KMZ-2WPD-99RT"}"#).status
        }
        #expect(last == 429)
    }

    @Test(arguments: [
        ("{}", "/code"), (#"{"code":"A","balanceId":"bal_x"}"#, "/balanceId"),
        (#"{"code":"ABCD2345","amount":"0.00"}"#, "/amount"),
        (#"{"code":"ABCD2345","amount":"1.005"}"#, "/amount"),
        (#"{"code":"ABCD2345","amount":1}"#, "/amount"),
        (#"{"code":"ABCD2345","amounts":"1.00"}"#, "/amounts"), (#"{"code":""}"#, "/code"),
    ]) func `an invalid body is refused at its pointer`(json: String, pointer: String)
        async throws
    {
        let shop = try await Shop.open()
        let reply = try await shop.ask(
            "POST", "/v1/checkouts/\(try await shop.checkout().id)/balances", json)
        #expect(reply.status == 400)
        #expect(reply.string("errors.0.pointer") == pointer, "\(reply.text)")
    }

    @Test func `a page cannot attach a balance by identifier, nor a merchant another's balance`()
        async throws
    {
        let shop = try await Shop.open()
        let opened = try await shop.checkout()
        let card = try await Self.giftCard(shop, "4.00")
        let named = try await opened.ask("balances", #"{"balanceId":"\#(card.id)"}"#)
        #expect(named.status == 400)
        let stranger = try await Shop.open()
        let path = "/v1/checkouts/\(opened.id)/balances"
        let taken = try await stranger.ask("POST", path, #"{"code":"\#(card.code)"}"#)
        #expect(taken.status == 404)
        let foreign = try await Self.giftCard(stranger, "4.00")
        let mine = try await shop.ask("POST", path, #"{"balanceId":"\#(foreign.id)"}"#)
        #expect(mine.status == 400 && mine.string("errors.0.pointer") == "/balanceId")
        #expect(mine.string("errors.0.detail") == "the balance does not exist")
        #expect(
            try await stranger.ask("DELETE", "\(path)/\(foreign.id)").status == 404)
    }

    @Test func `a page of the merchant's domain may send a preflight request`() async throws {
        let shop = try await Shop.open(settings: #"{"domains":["shop.example"]}"#)
        let opened = try await shop.checkout()
        let path = "/v1/checkouts/\(opened.id)/balances"
        for (path, method) in [(path, "POST"), ("\(path)/bal_x", "DELETE")] {
            let reply = try await shop.ask(
                as: nil, "OPTIONS", path, nil, [("Origin", "https://shop.example")])
            #expect(reply.status == 204)
            #expect(reply.http["Access-Control-Allow-Methods"] == method)
        }
    }

    /// One card of 100.00 covers ten checkouts of 10.00, so exactly ten of sixty-four succeed.
    @Test func `sixty-four simultaneous checkouts hold no more than one card has`() async throws {
        let shop = try await Shop.open()
        let card = try await Self.giftCard(shop, "100.00")
        let body = #"{"balanceId":"\#(card.id)"}"#
        let totals = try await withThrowingTaskGroup(of: (String, String?).self) { group in
            for _ in 0..<64 {
                group.addTask {
                    let opened = try await shop.checkout()
                    let reply = try await shop.ask(
                        "POST", "/v1/checkouts/\(opened.id)/balances", body)
                    return (
                        reply.string("newTotal.amount") ?? reply.text,
                        reply.string("checkout.balance.code")
                    )
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(totals.count { $0.0 == "0.00" && $0.1 == nil } == 10)
        #expect(totals.count { $0.0 == "10.00" && $0.1 == "balance_held" } == 54)
        #expect(try await Self.available(card.id, shop) == "100.00 held 100.00")
    }
}
