import Balances
import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

/// What of a payment is credited when a subscription changes.
@Suite struct ChangeCreditTests {
    private static let yearly = """
        "phases":[{"kind":"regular","amount":"365.00","interval":{"unit":"year"}}]
        """

    private func available(_ toaster: Toaster, _ subscription: String) async throws -> String? {
        let found = try await toaster.find(subscription)
        return try await toaster.shop.ask("GET", "/v1/balances/\(found.string("balance") ?? "")")
            .string("available")
    }

    @Test func `a change to another interval is credited, and so is the next one`() async throws {
        let toaster = try await Toaster.open(at: "2026-01-01T00:00:00Z")
        let subscription = try await toaster.subscribe(to: toaster.plan(Self.yearly))
        try await toaster.advance(to: "2026-07-02T12:00:00Z")
        let monthly = try await toaster.plan(Toaster.monthly("15.50"))
        let quote = try await toaster.change(subscription, #"{"plan":"\#(monthly)"}"#)
        #expect(quote.string("credit") == "182.50")
        #expect(quote.string("charge") == "15.50")
        let asked = try await toaster.change(
            subscription, #"{"quote":"\#(quote.string("quote") ?? "")"}"#)
        let sheet = OpenedCheckout(
            shop: toaster.shop, id: asked.string("checkout")!,
            secret: asked.string("clientSecret")!, reply: asked)
        #expect(try await sheet.pay(contact: Toaster.buyer).number("status") == 0)
        #expect(try await available(toaster, subscription) == "167.00")
        // A day later all but that day is left of what the credit has paid.
        try await toaster.advance(to: "2026-07-03T12:00:00Z")
        let cheaper = try await toaster.plan(Toaster.monthly("7.75"))
        let again = try await toaster.change(subscription, #"{"plan":"\#(cheaper)"}"#)
        #expect(again.string("credit") == "15.00")
        #expect(again.string("creditedToBalance") == "7.50")
    }

    @Test func `a quote is stale once its payment is given back`() async throws {
        let (toaster, subscription) = try await Toaster.halfway()
        let cheaper = try await toaster.plan(Toaster.monthly("10.00"))
        let quote = try await toaster.change(subscription, #"{"plan":"\#(cheaper)"}"#)
        #expect(quote.string("credit") == "15.00")
        let invoices = try await toaster.shop.ask(
            "GET", "/v1/invoices?subscription=\(subscription)")
        let paid = invoices.string("data.0.checkout") ?? ""
        _ = try await toaster.shop.ask("POST", "/v1/checkouts/\(paid)/refunds", "{}")
        let applied = try await toaster.change(
            subscription, #"{"quote":"\#(quote.string("quote") ?? "")"}"#)
        #expect(applied.status == 409)
        #expect(applied.string("code") == "quote_stale")
        #expect(try await toaster.find(subscription)["balance"] == nil)
    }

    @Test func `goods beside a plan that are given back cost no credit`() async throws {
        let toaster = try await Toaster.open(at: "2026-01-01T00:00:00Z")
        let sheet = try await toaster.sheet(
            toaster.plan(Toaster.monthly("30.00")),
            #","lineItems":[{"label":"Toaster","amount":"50.00"}]"#)
        #expect(try await sheet.pay(contact: Toaster.buyer).number("status") == 0)
        let subscription = try await toaster.subscription(of: sheet)
        try await toaster.advance(to: "2026-01-16T12:00:00Z")
        let cheaper = try await toaster.plan(Toaster.monthly("10.00"))
        for (refund, credit) in [(nil, "15.00"), ("50.00", "15.00"), ("15.00", "7.50")] {
            if let refund {
                let reply = try await toaster.shop.ask(
                    "POST", "/v1/checkouts/\(sheet.id)/refunds", #"{"amount":"\#(refund)"}"#)
                #expect(reply.status < 300, "\(reply.text)")
            }
            let quote = try await toaster.change(subscription, #"{"plan":"\#(cheaper)"}"#)
            #expect(quote.string("credit") == credit)
        }
    }

    @Test func `a refund closes the sheet of a change that counts on what was paid`() async throws {
        let (toaster, subscription) = try await Toaster.halfway()
        let dearer = try await toaster.plan(Toaster.monthly("60.00"))
        let quote = try await toaster.change(subscription, #"{"plan":"\#(dearer)"}"#)
        let asked = try await toaster.change(
            subscription, #"{"quote":"\#(quote.string("quote") ?? "")"}"#)
        let sheet = OpenedCheckout(
            shop: toaster.shop, id: asked.string("checkout")!,
            secret: asked.string("clientSecret")!, reply: asked)
        let invoices = try await toaster.shop.ask(
            "GET", "/v1/invoices?subscription=\(subscription)")
        let paid = invoices.string("data.0.checkout") ?? ""
        _ = try await toaster.shop.ask("POST", "/v1/checkouts/\(paid)/refunds", "{}")
        try await Toaster.react()
        #expect(try await sheet.pay(contact: Toaster.buyer).string("code") == "checkout_not_open")
    }

    @Test func `credit goes into another balance when the first has expired`() async throws {
        let (toaster, subscription) = try await Toaster.halfway()
        _ = try await toaster.apply(toaster.plan(Toaster.monthly("20.00")), to: subscription)
        let first = try await toaster.find(subscription).string("balance")!
        #expect(try await available(toaster, subscription) == "5.00")
        let id = Balance.ID(first)!
        try await TestServer.shared.value.database.run(
            """
            UPDATE balances SET expires_at = created_at
            WHERE merchant_id = \(id.merchant) AND balance_id = \(id.uuid)
            """)
        let applied = try await toaster.apply(
            toaster.plan(Toaster.monthly("10.00")), to: subscription)
        #expect(applied.string("status") == "applied")
        #expect(applied.string("subscription.balance") != first)
        #expect(try await available(toaster, subscription) == "5.00")
    }
}
