import HTTP
import Merchants
import Postgres
import Testing
import Vocabulary

@testable import API

/// Processor notices, real and forged.
@Suite struct ProcessorNoticeTests {
    private func notice(
        _ shop: Shop, _ json: String, by processor: String = "sandbox", to merchant: String? = nil
    ) async throws -> Reply {
        try await shop.ask(
            as: nil, "POST", "/v1/processors/\(processor)/\(merchant ?? shop.merchant.identifier)",
            json)
    }

    /// The idempotency key of the merchant's last charge, which no API answer contains.
    private func attempt(_ shop: Shop) async throws -> String {
        let rows = try await TestServer.shared.value.database.run(
            """
            SELECT key FROM sandbox.charges WHERE merchant_id = \(shop.merchant.number.value)
            ORDER BY created_at DESC
            """)
        return try rows[0].get("key")
    }

    @Test func `a notice completes a payment whose outcome was unknown`() async throws {
        let shop = try await Shop.open(settings: #"{"lateSuccess":"keep"}"#)
        let checkout = try await shop.checkout()
        let paid = try await checkout.pay(sandbox: #""outcome":"unknown""#)
        #expect(paid.number("status") == 1)
        #expect(try await checkout.state().string("status") == "authorizing")
        let key = try await attempt(shop)
        for _ in 0..<2 {
            let heard = try await notice(shop, "{\"type\":\"authorization\",\"key\":\"\(key)\"}")
            #expect(heard.status == 204)
            #expect(heard.text.isEmpty)
        }
        let state = try await checkout.state()
        #expect(state.string("status") == "captured")
        #expect(state.string("capturedAmount") == "10.00")
        #expect(try await TestServer.shared.value.charges(of: shop.merchant) == 1)
    }

    @Test func `a forged notice gets the same answer and changes nothing`() async throws {
        let shop = try await Shop.open(settings: #"{"lateSuccess":"keep"}"#)
        let other = try await Shop.open()
        let checkout = try await shop.checkout()
        _ = try await checkout.pay(sandbox: #""outcome":"unknown""#)
        let key = try await attempt(shop)
        let replies = [
            try await notice(shop, #"{"type":"authorization","key":"att_nobody"}"#),
            try await notice(shop, "{\"type\":\"capture\",\"key\":\"\(key)\"}"),
            try await notice(shop, "{\"type\":\"refund\",\"key\":\"\(key)\"}"),
            try await notice(shop, #"{"type":"dispute","reference":"nobody's"}"#),
            try await notice(
                shop, "{\"type\":\"authorization\",\"key\":\"\(key)\"}", by: "other"),
            try await notice(
                shop, "{\"type\":\"authorization\",\"key\":\"\(key)\"}",
                to: other.merchant.identifier),
            try await notice(
                shop, "{\"type\":\"authorization\",\"key\":\"\(key)\"}", to: "mer_zzzzz"),
            try await notice(
                shop, "{\"type\":\"authorization\",\"key\":\"\(key)\"}", to: "anything"),
        ]
        #expect(replies.map(\.status) == Array(repeating: 204, count: replies.count))
        #expect(replies.allSatisfy { $0.text.isEmpty })
        #expect(try await checkout.state().string("status") == "authorizing")
    }

    @Test(arguments: [
        ("{}", "/type"), (#"{"type":"payout","key":"a"}"#, "/type"),
        (#"{"type":"capture"}"#, "/key"), (#"{"type":"dispute","key":"a"}"#, "/reference"),
        (#"{"type":"capture","key":""}"#, "/key"),
        (#"{"type":"capture","key":"a","amount":"1"}"#, "/amount"),
    ])
    func `a malformed notice is refused for any merchant`(json: String, pointer: String)
        async throws
    {
        let shop = try await Shop.open()
        for merchant in [shop.merchant.identifier, "mer_zzzzz"] {
            let reply = try await notice(shop, json, to: merchant)
            #expect(reply.status == 400)
            #expect(reply.string("code") == "invalid_request")
            #expect(reply.string("errors.0.pointer") == pointer)
        }
    }

    @Test(arguments: [
        (["127.0.0.1"], ["198.51.100.7"], "198.51.100.7"),
        // The visitor's own entries come first, the proxy's entry last.
        (["127.0.0.1"], ["203.0.113.9, 198.51.100.7"], "198.51.100.7"),
        (["127.0.0.1"], ["203.0.113.9", "198.51.100.7"], "198.51.100.7"),
        (["127.0.0.1", "10.0.0.2"], ["198.51.100.7, 10.0.0.2"], "198.51.100.7"),
        (["127.0.0.1"], [], "127.0.0.1"), (["10.0.0.2"], ["198.51.100.7"], "127.0.0.1"),
        ([], ["198.51.100.7"], "127.0.0.1"),
    ])
    func `X-Forwarded-For is trusted from a configured proxy only`(
        proxies: [String], said: [String], clientNetwork: String
    ) {
        let request = Request(
            method: .get, path: "/", headers: said.map { ("X-Forwarded-For", $0) },
            remoteAddress: "127.0.0.1")
        #expect(Proxies(proxies).clientNetwork(of: request).text == clientNetwork)
    }

    @Test func `notices are limited by address and by merchant`() throws {
        let limits = CallLimits(
            callsPerSecond: 1, attemptsPerMinute: 1, noticesPerSecond: 2, clock: { 0 })
        func tryOne(from address: String, to merchant: String) -> Int {
            do {
                try limits.admitNotice(from: ClientNetwork(address), to: merchant)
                return 0
            } catch {
                return (error as? Problem)?.status ?? -1
            }
        }
        #expect((0..<3).map { _ in tryOne(from: "192.0.2.1", to: "mer_1") } == [0, 0, 429])
        // Other addresses are admitted until the merchant's limit is reached.
        let others = (2..<6).flatMap { address in
            (0..<2).map { _ in tryOne(from: "192.0.2.\(address)", to: "mer_1") }
        }
        #expect(others == Array(repeating: 0, count: 8))
        #expect(tryOne(from: "192.0.2.9", to: "mer_1") == 429)
        #expect(tryOne(from: "192.0.2.9", to: "mer_2") == 0)
    }
}
