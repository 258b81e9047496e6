import Merchants
import Postgres
import Testing
import Vocabulary

/// Routes with which a test merchant decides in place of the bank.
@Suite struct SandboxRouteTests {
    /// A checkout whose payment is captured at once.
    private func paid(_ shop: Shop, sandbox: String = "") async throws -> OpenedCheckout {
        let checkout = try await shop.checkout()
        let answer = try await checkout.pay(sandbox: sandbox)
        guard answer.number("status") == 0 else { throw Unexpected(reply: answer) }
        return checkout
    }

    @Test func `a partial dispute can be won repeatedly, but not lost afterwards`() async throws {
        let shop = try await Shop.open()
        let checkout = try await paid(shop)
        let path = "/v1/sandbox/checkouts/\(checkout.id)/disputes"
        let opened = try await shop.ask(
            "POST", path, #"{"amount":"4.00","reason":"product_not_received"}"#)
        #expect(opened.status == 201)
        #expect(opened.string("amount") == "4.00")
        #expect(opened.string("currencyCode") == "USD")
        #expect(opened.string("reason") == "product_not_received")
        #expect(opened.string("state") == "opened")
        let tooMuch = try await shop.ask("POST", path, #"{"amount":"6.01"}"#)
        #expect(tooMuch.status == 409)
        #expect(tooMuch.string("code") == "exceeds_captured")
        let rest = try await shop.ask("POST", path)
        #expect(rest.string("amount") == "6.00")
        #expect(rest.string("reason") == "fraudulent")
        let nothing = try await shop.ask("POST", path)
        #expect(nothing.status == 409)
        #expect(nothing.string("code") == "nothing_to_dispute")
        let reference = try #require(opened.string("reference"))
        for _ in 0..<2 {
            let won = try await shop.ask("POST", "/v1/sandbox/disputes/\(reference)/win")
            #expect(won.status == 200)
            #expect(won.string("state") == "won")
        }
        let lost = try await shop.ask("POST", "/v1/sandbox/disputes/\(reference)/lose")
        #expect(lost.status == 409)
        #expect(lost.string("code") == "dispute_not_open")
    }

    @Test func `an unpaid checkout cannot be disputed`() async throws {
        let shop = try await Shop.open()
        let checkout = try await shop.checkout()
        let reply = try await shop.ask("POST", "/v1/sandbox/checkouts/\(checkout.id)/disputes")
        #expect(reply.status == 409)
        #expect(reply.string("code") == "nothing_to_dispute")
    }

    @Test func `a dispute's amount is validated as any other`() async throws {
        let shop = try await Shop.open()
        let checkout = try await paid(shop)
        for json in [
            #"{"amount":"0.00"}"#, #"{"amount":"-1.00"}"#, #"{"amount":"1.001"}"#,
            #"{"amount":1}"#, #"{"reason":""}"#, #"{"sum":"1.00"}"#,
        ] {
            let reply = try await shop.ask(
                "POST", "/v1/sandbox/checkouts/\(checkout.id)/disputes", json)
            #expect(reply.status == 400)
        }
    }

    @Test func `sandbox routes find neither another merchant's payments nor unknown ones`()
        async throws
    {
        let shop = try await Shop.open()
        let other = try await Shop.open()
        let checkout = try await paid(shop)
        let opened = try await shop.ask(
            "POST", "/v1/sandbox/checkouts/\(checkout.id)/disputes")
        let reference = try #require(opened.string("reference"))
        for path in [
            "checkouts/\(checkout.id)/disputes", "disputes/\(reference)/win",
            "disputes/\(reference)/lose", "disputes/nobodys/win", "refunds/ref_nobody/succeed",
            "refunds/ref_nobody/fail",
        ] {
            #expect(try await other.ask("POST", "/v1/sandbox/\(path)").status == 404)
        }
    }

    @Test func `a live merchant has no sandbox`() async throws {
        let live = try await Shop.open(live: true)
        let checkout = try await live.checkout()
        for path in [
            "checkouts/\(checkout.id)/disputes", "disputes/any/win", "disputes/any/lose",
            "refunds/any/succeed", "refunds/any/fail",
        ] {
            let reply = try await live.ask("POST", "/v1/sandbox/\(path)")
            #expect(reply.status == 403)
            #expect(reply.string("code") == "test_merchants_only")
        }
    }

    @Test func `the sandbox token decides about capture, refund and dispute`() async throws {
        let shop = try await Shop.open()
        _ = try await paid(
            shop,
            sandbox: #"""
                "capture":"fail","increment":"decline","refund":"pending_fail","dispute":"open",
                "settleMilliseconds":1500,"holdSeconds":60
                """#)
        let rows = try await TestServer.shared.value.database.run(
            """
            SELECT on_capture || ' ' || on_increment || ' ' || on_refund || ' ' || on_dispute || ' '
                || settle_milliseconds || ' ' || extract(epoch FROM hold_ends_at - created_at)::int
                AS wishes
            FROM sandbox.charges WHERE merchant_id = \(shop.merchant.number.value)
            """)
        #expect(try rows.first?.get("wishes") == "fail decline pending_fail open 1500 60")
        let checkout = try await shop.checkout()
        for wrong in [
            #""capture":"decline""#, #""increment":"pending""#, #""refund":"maybe""#,
            #""dispute":"won""#, #""settleMilliseconds":3600001"#, #""holdSeconds":0"#,
        ] {
            #expect(try await checkout.pay(sandbox: wrong).status == 400)
        }
    }
}
