import Processors
import TestSupport
import Testing
import Vocabulary

/// Captures, voids and refunds over HTTP, at the sandbox.
struct PaymentOperationTests {
    private static let manual =
        #""captureMethod":"manual","items":[{"name":"Toast","quantity":2,"unitPrice":"5.00"}]"#

    private static func paid(_ members: String = manual, sandbox: String = "") async throws
        -> OpenedCheckout
    {
        let checkout = try await Shop.open().checkout(members)
        #expect(try await checkout.pay(sandbox: sandbox).number("status") == 0)
        return checkout
    }

    @Test func `a payment can be captured and refunded in parts, and lists both`()
        async throws
    {
        let checkout = try await Self.paid()
        let first = try await checkout.post("capture", #"{"items":[{"index":0,"quantity":1}]}"#)
        #expect(first.status == 201)
        #expect(first.string("status") == "succeeded")
        #expect(first.string("amount") == "5.00")
        #expect(first.string("checkout.capturedAmount") == "5.00")
        let rest = try await checkout.post("capture")
        #expect(rest.string("checkout.status") == "captured")
        let given = try await checkout.post("refunds", #"{"amount":"3.00","reason":"Cold"}"#)
        #expect(given.status == 201)
        #expect(given.string("status") == "succeeded")
        let id = try #require(given.string("id"))
        let read = try await checkout.shop.ask("GET", "/v1/checkouts/\(checkout.id)/refunds/\(id)")
        #expect(read.string("reason") == "Cold")
        let list = try await checkout.shop.ask("GET", "/v1/checkouts/\(checkout.id)/refunds")
        #expect(list.string("data.0.id") == id)
        let state = try await checkout.state()
        #expect(state.string("captures.1.amount") == "5.00")
        #expect(state.string("refunds.0.amount") == "3.00")
        #expect(state.string("refundedAmount") == "3.00")
        let last = try await checkout.post("refunds")
        #expect(last.string("checkout.status") == "refunded")
    }

    @Test func `a body that names an unknown object is refused at its pointer`() async throws {
        let checkout = try await Self.paid()
        _ = try await checkout.post("capture", #"{"amount":"5.00"}"#)
        let stranger = try await Shop.open()
        let foreign = try await stranger.ask(
            "POST", "/v1/balances", #"{"kind":"prepaid","currencyCode":"USD"}"#)
        let id = try #require(foreign.string("id"))
        let refund = try await checkout.post("refunds", #"{"to":"balance","balance":"\#(id)"}"#)
        #expect(refund.status == 400 && refund.string("errors.0.pointer") == "/balance")
        let mine = try await checkout.shop.ask(
            "POST", "/v1/balances", #"{"kind":"prepaid","currencyCode":"USD","amount":"5.00"}"#)
        let transfer = try await checkout.shop.transfer("1.00", from: mine.path, to: foreign.path)
        #expect(transfer.status == 400 && transfer.count("errors") == 1)
        #expect(transfer.string("errors.0.pointer") == "/to")
        let both = try await checkout.shop.transfer(
            "1.00", from: foreign.path, to: foreign.path + "0")
        #expect(both.status == 400, "\(both.text)")
        let item = try await checkout.post("capture", #"{"items":[{"index":7}]}"#)
        #expect(item.string("errors.0.detail") == "the cart has no item at 7")
        #expect(try await checkout.state().string("refundedAmount") == "0.00")
    }

    /// Path, body → status and code.
    @Test(arguments: [
        ("capture", #"{"amount":"10.01"}"#, 409, "exceeds_authorization"),
        ("capture", #"{"amount":"0.00"}"#, 400, "invalid_request"),
        ("capture", #"{"amount":"-1.00"}"#, 400, "invalid_request"),
        ("capture", #"{"amount":"1.001"}"#, 400, "invalid_request"),
        ("capture", #"{"amount":"99999999999999999999"}"#, 400, "invalid_request"),
        ("capture", #"{"amount":1}"#, 400, "invalid_request"),
        ("capture", #"{"amount":"1.00","currencyCode":"EUR"}"#, 422, "currency_mismatch"),
        ("capture", #"{"amount":"1.00","items":[{"index":0}]}"#, 400, "invalid_request"),
        ("capture", #"{"items":[{"index":0,"quantity":3}]}"#, 400, "invalid_request"),
        ("capture", #"{"items":[{"index":7}]}"#, 400, "invalid_request"),
        ("capture", #"{"items":[]}"#, 400, "invalid_request"),
        ("capture", #"{"sum":"1.00"}"#, 400, "invalid_request"),
        ("refunds", #"{"amount":"1.00"}"#, 409, "nothing_to_refund"),
        ("refunds", #"{"balance":"bal_1"}"#, 400, "invalid_request"),
    ])
    func `an invalid capture or refund is refused, and no money moves`(
        path: String, body: String, status: Int, code: String
    ) async throws {
        let checkout = try await Self.paid()
        let reply = try await checkout.post(path, body)
        #expect(reply.status == status, "\(reply.text)")
        #expect(reply.string("code") == code)
        let state = try await checkout.state()
        #expect(state.string("capturedAmount") == "0.00")
        #expect(state.string("status") == "authorized")
    }

    @Test func `a voided payment cannot be captured`() async throws {
        let checkout = try await Self.paid()
        let void = try await checkout.post("void")
        #expect(void.status == 200)
        #expect(void.string("status") == "canceled")
        #expect(try await checkout.post("void").status == 200)
        #expect(try await checkout.post("capture").string("code") == "not_authorized")
    }

    @Test func `another merchant's payment is not found`() async throws {
        let checkout = try await Self.paid()
        let other = try await Shop.open()
        for path in ["capture", "void", "refunds"] {
            let reply = try await other.ask("POST", "/v1/checkouts/\(checkout.id)/\(path)")
            #expect(reply.status == 404)
        }
        #expect(
            try await other.ask("GET", "/v1/checkouts/\(checkout.id)/refunds").status == 404)
    }

    @Test func `64 simultaneous calls with one key make one capture`() async throws {
        let checkout = try await Self.paid()
        let key = [("Idempotency-Key", "capture-1")]
        let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    try await checkout.alone().post("capture", #"{"amount":"4.00"}"#, key)
                }
            }
            return try await group.reduce(into: [Reply]()) { $0.append($1) }
        }
        let texts = Set(replies.filter { $0.status == 201 }.map(\.text))
        #expect(texts.count == 1)
        for reply in replies where reply.status != 201 {
            #expect(reply.status == 409, "\(reply.text)")
            #expect(reply.http["Retry-After"] != nil)
        }
        #expect(try await checkout.state().string("capturedAmount") == "4.00")
        let other = try await checkout.post("capture", #"{"amount":"4.01"}"#, key)
        #expect(other.status == 422)
    }

    @Test func `a pending price becomes final by a change of its items only`() async throws {
        let checkout = try await Self.paid(
            """
            "authorizationAmount":"10.00","maximumAmount":"12.00","items":[
            {"name":"Fruit","quantity":1,"unitPrice":"10.00","pending":true}]
            """)
        #expect(try await checkout.post("capture").string("code") == "total_pending")
        let path = "/v1/checkouts/\(checkout.id)"
        let dear = try await checkout.shop.ask(
            "PATCH", path, #"{"items":[{"name":"Fruit","unitPrice":"12.01"}]}"#)
        #expect(dear.string("code") == "exceeds_authorization")
        let other = try await checkout.shop.ask("PATCH", path, #"{"reference":"x"}"#)
        #expect(other.string("code") == "only_pending_may_change")
        let final = try await checkout.shop.ask(
            "PATCH", path, #"{"items":[{"name":"Fruit","unitPrice":"11.50"}]}"#)
        #expect(final.status == 200, "\(final.text)")
        #expect(final.string("status") == "captured")
        #expect(final.string("capturedAmount") == "11.50")
    }
}

extension OpenedCheckout {
    func post(
        _ path: String, _ json: String? = nil, _ headers: [(String, String)] = []
    ) async throws -> Reply {
        try await shop.ask("POST", "/v1/checkouts/\(id)/\(path)", json, headers)
    }

    /// Uses a connection of its own.
    func alone() async throws -> OpenedCheckout {
        let port = try await TestServer.shared.value.port
        return OpenedCheckout(
            shop: Shop(
                merchant: shop.merchant, secretKey: shop.secretKey,
                publishableKey: shop.publishableKey, client: .init(port: port)),
            id: id, secret: secret, reply: reply)
    }
}
