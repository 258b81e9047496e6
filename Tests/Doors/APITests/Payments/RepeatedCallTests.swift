import TestSupport
import Testing

/// Repeated calls that end something: cancel, void, freeze.
@Suite struct RepeatedCallTests {
    private static let key = [("Idempotency-Key", "end-1")]

    private static func authorized() async throws -> OpenedCheckout {
        let checkout = try await Shop.open().checkout(
            #""captureMethod":"manual","items":[{"name":"Toast","quantity":2,"unitPrice":"5.00"}]"#)
        #expect(try await checkout.pay().number("status") == 0)
        return checkout
    }

    /// Calls twice with one key, then with the same key on another path.
    private static func twice(_ shop: Shop, _ path: String, other: String) async throws -> Reply {
        let first = try await shop.ask("POST", path, nil, key)
        #expect(first.status == 200, "\(first.text)")
        #expect(first.http["Idempotent-Replayed"] == nil)
        let again = try await shop.ask("POST", path, nil, key)
        #expect(again.text == first.text)
        #expect(again.http["Idempotent-Replayed"] == "true")
        let refused = try await shop.ask("POST", other, nil, key)
        #expect(refused.refusal == "422 idempotency_key_reused")
        return first
    }

    @Test func `repeated voids with one key void a payment once`() async throws {
        let checkout = try await Self.authorized()
        let path = "/v1/checkouts/\(checkout.id)"
        let void = try await Self.twice(checkout.shop, path + "/void", other: path + "/capture")
        #expect(void.string("status") == "canceled")
        let other = try await checkout.shop.checkout()
        let reused = try await checkout.shop.ask(
            "POST", "/v1/checkouts/\(other.id)/void", nil, Self.key)
        #expect(reused.refusal == "422 idempotency_key_reused")
    }

    @Test func `the uncaptured rest is voided once, with a key and without`() async throws {
        let checkout = try await Self.authorized()
        let path = "/v1/checkouts/\(checkout.id)"
        let taken = try await checkout.shop.ask("POST", path + "/capture", #"{"amount":"3.00"}"#)
        #expect(taken.status == 201)
        let void = try await Self.twice(checkout.shop, path + "/void", other: path + "/refunds")
        #expect(void.string("status") == "captured")
        let bare = try await checkout.shop.ask("POST", path + "/void")
        #expect(bare.status == 200 && bare.text == void.text)
        #expect(void.count("captures") == 2)
    }

    @Test func `a fully captured payment cannot be voided`() async throws {
        let checkout = try await Self.authorized()
        let path = "/v1/checkouts/\(checkout.id)"
        #expect(try await checkout.shop.ask("POST", path + "/capture").status == 201)
        for _ in 0..<2 {
            let void = try await checkout.shop.ask("POST", path + "/void", nil, Self.key)
            #expect(void.refusal == "409 not_authorized")
        }
    }

    @Test func `repeated cancels with one key cancel a checkout once`() async throws {
        let checkout = try await Shop.open().checkout()
        let path = "/v1/checkouts/\(checkout.id)"
        let done = try await Self.twice(checkout.shop, path + "/cancel", other: path + "/void")
        #expect(done.string("status") == "canceled")
    }

    @Test func `repeated freezes with one key freeze a balance once`() async throws {
        let shop = try await Shop.open()
        let path = try await shop.balance(#""kind":"store_credit""#).path
        let done = try await Self.twice(shop, path + "/freeze", other: path + "/unfreeze")
        #expect(done.string("status") == "frozen")
        #expect(try await shop.ask("POST", path + "/unfreeze").status == 200)
        let late = try await shop.ask("POST", path + "/freeze", nil, Self.key)
        #expect(late.text == done.text, "the repeated call gets the first answer")
        #expect(try await shop.ask("GET", path).string("status") == "active")
    }
}
