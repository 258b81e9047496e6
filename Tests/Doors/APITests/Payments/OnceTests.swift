import TestSupport
import Testing

/// Repeated calls: after a lost answer, by a second tap, or at the same moment.
@Suite struct OnceTests {
    private static let toast = """
        {"currencyCode":"USD","countryCode":"US",
         "items":[{"name":"Toast","quantity":1,"unitPrice":"10.00"}]}
        """

    @Test func `a repeated creation returns the same checkout with its client secret`() async throws
    {
        let shop = try await Shop.open()
        let key = [("Idempotency-Key", "order-1")]
        let first = try await shop.ask("POST", "/v1/checkouts", Self.toast, key)
        let again = try await shop.ask("POST", "/v1/checkouts", Self.toast, key)
        #expect(first.status == 201)
        #expect(again.status == 201)
        #expect(again.http["Idempotent-Replayed"] == "true")
        #expect(again.string("id") == first.string("id"))
        #expect(again.string("clientSecret") == first.string("clientSecret"))
    }

    @Test func `reordered members are the same input, another amount is not`() async throws {
        let shop = try await Shop.open()
        let key = [("Idempotency-Key", "order-1")]
        let first = try await shop.ask("POST", "/v1/checkouts", Self.toast, key)
        let reordered = """
            {"items":[{"unitPrice":"10.00","quantity":1,"name":"Toast"}],"countryCode":"US",
             "currencyCode":"USD"}
            """
        let same = try await shop.ask("POST", "/v1/checkouts", reordered, key)
        #expect(same.string("id") == first.string("id"))
        let other = Self.toast.replacing("10.00", with: "11.00")
        let refused = try await shop.ask("POST", "/v1/checkouts", other, key)
        #expect(refused.status == 422)
        #expect(refused.string("code") == "idempotency_key_reused")
    }

    @Test func `a refused call may be sent again, corrected, with its idempotency key`()
        async throws
    {
        let shop = try await Shop.open()
        let key = [("Idempotency-Key", "order-1")]
        let bad = Self.toast.replacing("USD", with: "ZZZ")
        #expect(try await shop.ask("POST", "/v1/checkouts", bad, key).status == 400)
        #expect(try await shop.ask("POST", "/v1/checkouts", Self.toast, key).status == 201)
    }

    @Test func `idempotency keys of two merchants do not collide`() async throws {
        let one = try await Shop.open()
        let other = try await Shop.open()
        let key = [("Idempotency-Key", "order-1")]
        let first = try await one.ask("POST", "/v1/checkouts", Self.toast, key)
        let second = try await other.ask("POST", "/v1/checkouts", Self.toast, key)
        #expect(first.string("id") != second.string("id"))
    }

    @Test func `sixteen simultaneous calls with one key open one checkout`() async throws {
        let shop = try await Shop.open()
        let port = try await TestServer.shared.value.port
        let identifiers = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    let caller = Shop(
                        merchant: shop.merchant, secretKey: shop.secretKey,
                        publishableKey: shop.publishableKey, client: .init(port: port))
                    return try await caller.ask(
                        "POST", "/v1/checkouts", Self.toast, [("Idempotency-Key", "order-1")]
                    ).string("id")
                }
            }
            return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(identifiers.count == 1)
        #expect(try await shop.ask("GET", "/v1/checkouts").count("data") == 1)
    }

    @Test func `sixteen simultaneous taps make one charge`() async throws {
        let shop = try await Shop.open()
        let checkout = try await shop.checkout()
        let port = try await TestServer.shared.value.port
        let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    let caller = Shop(
                        merchant: shop.merchant, secretKey: shop.secretKey,
                        publishableKey: shop.publishableKey, client: .init(port: port))
                    return try await OpenedCheckout(
                        shop: caller, id: checkout.id, secret: checkout.secret,
                        reply: checkout.reply
                    ).pay()
                }
            }
            return try await group.reduce(into: [Reply]()) { $0.append($1) }
        }
        #expect(replies.contains { $0.number("status") == 0 })
        for reply in replies where reply.number("status") != 0 {
            #expect(reply.status == 409, "\(reply.text)")
            #expect(reply.http["Retry-After"] != nil)
        }
        #expect(try await TestServer.shared.value.charges(of: shop.merchant) == 1)
        #expect(try await checkout.state().string("capturedAmount") == "10.00")
    }

    @Test func `a repeated payment with its key is answered from the stored outcome`() async throws
    {
        let shop = try await Shop.open()
        let checkout = try await shop.checkout()
        let key = [("Idempotency-Key", "pay-1")]
        let first = try await checkout.pay(key)
        let again = try await checkout.pay(key)
        #expect(first.number("status") == 0)
        #expect(again.text == first.text)
        #expect(again.http["Idempotent-Replayed"] == "true")
        #expect(try await TestServer.shared.value.charges(of: shop.merchant) == 1)
    }

    @Test func `the same payment at the same version is one attempt, another card is not`()
        async throws
    {
        let checkout = try await Shop.open().checkout()
        let one = try await checkout.pay(sandbox: #""outcome":"decline""#)
        let same = try await checkout.pay(sandbox: #""outcome":"decline""#)
        #expect(one.number("status") == 1)
        #expect(same.text == one.text)
        #expect(try await checkout.state().number("attempts") == 1)
        let other = try await checkout.pay(sandbox: #""outcome":"do_not_honor""#)
        #expect(other.string("checkout.decline.code") == "do_not_honor")
        #expect(try await checkout.state().number("attempts") == 2)
    }

    @Test func `an unknown outcome blocks a second charge and is answered in time`() async throws {
        let shop = try await Shop.open()
        let checkout = try await shop.checkout()
        let unknown = try await checkout.pay(sandbox: #""outcome":"unknown""#)
        #expect(unknown.status == 200)
        #expect(unknown.number("status") == 1)
        #expect(unknown.string("errors.0.code") == "unknown")
        #expect(unknown.string("checkout.status") == "authorizing")
        let second = try await checkout.pay()
        #expect(second.number("status") == 1)
        #expect(second.string("errors.0.code") == "unknown")
        #expect(try await TestServer.shared.value.charges(of: shop.merchant) == 1)
    }
}
