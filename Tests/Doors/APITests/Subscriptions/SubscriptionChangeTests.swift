import Merchants
import Postgres
import Subscriptions
import TestSupport
import Testing
import Vocabulary

@Suite struct SubscriptionChangeTests {
    @Test func `a dearer plan waits for the buyer's consent and costs what was quoted`()
        async throws
    {
        let (toaster, subscription) = try await Toaster.halfway()
        let dearer = try await toaster.plan(Toaster.monthly("60.00"))
        let quote = try await toaster.change(subscription, #"{"plan":"\#(dearer)"}"#)
        #expect(quote.status == 201)
        #expect(quote.string("dueNow") == "15.00")
        #expect(quote["needsConsent"] as? Bool == true)
        #expect(quote.string("upcoming.0.amount") == "60.00")
        #expect(quote.string("upcoming.0.startsAt") == "2026-02-01T00:00:00Z")
        let apply = #"{"quote":"\#(quote.string("quote")!)"}"#
        let asked = try await toaster.change(subscription, apply)
        #expect(asked.string("status") == "consentNeeded")
        let again = try await toaster.change(subscription, apply)
        #expect(again.string("checkout") == asked.string("checkout"))
        #expect(try await toaster.find(subscription).string("name") == "Avocado toast")
        let sheet = OpenedCheckout(
            shop: toaster.shop, id: asked.string("checkout")!,
            secret: asked.string("clientSecret")!, reply: asked)
        let shown = try await sheet.shop.ask(as: sheet.secret, "GET", "/v1/checkouts/\(sheet.id)")
        #expect(shown.string("paymentRequest.total.amount") == "15.00")
        let billing = "paymentRequest.recurringPaymentRequest.regularBilling"
        #expect(shown.string("\(billing).amount") == "60.00")
        #expect(
            shown.string("\(billing).recurringPaymentStartDate") == "2026-02-01T00:00:00Z")
        // The plan changes only when the buyer pays.
        #expect(try await toaster.find(subscription).string("plan") != dearer)
        #expect(try await sheet.pay().number("status") == 0)
        #expect(try await toaster.find(subscription).string("plan") == dearer)
        try await toaster.advance(to: "2026-02-01T00:00:00Z")
        #expect(
            try await toaster.invoices(subscription)
                == ["0 paid 30.00", "paid 15.00", "1 paid 60.00"])
    }

    @Test func `a cheaper plan applies at once, and its credit pays the next charge`()
        async throws
    {
        let (toaster, subscription) = try await Toaster.halfway()
        let cheaper = try await toaster.plan(Toaster.monthly("24.00"))
        let quote = try await toaster.change(subscription, #"{"plan":"\#(cheaper)"}"#)
        #expect(quote["needsConsent"] as? Bool == false)
        #expect(quote.string("creditedToBalance") == "3.00")
        let applied = try await toaster.change(
            subscription, #"{"quote":"\#(quote.string("quote")!)"}"#)
        #expect(applied.string("status") == "applied")
        #expect(applied.string("subscription.plan") == cheaper)
        let balance = applied.string("subscription.balance")!
        let before = try await toaster.shop.ask("GET", "/v1/balances/\(balance)")
        #expect(before.string("available") == "3.00")
        try await toaster.advance(to: "2026-02-01T00:00:00Z")
        #expect(try await toaster.invoices(subscription) == ["0 paid 30.00", "1 paid 24.00"])
        let after = try await toaster.shop.ask("GET", "/v1/balances/\(balance)")
        #expect(after.string("available") == "0.00")
        let database = try await TestServer.shared.value.database
        let charged: Int64 = try await database.run(
            """
            SELECT max(amount) AS amount FROM sandbox.charges
            WHERE merchant_id = \(toaster.shop.merchant.number) AND amount <> 3000
            """)[0].get("amount")
        #expect(charged == 2_100)
    }

    @Test func `a credit larger than the next charges pays them in full`() async throws {
        let (toaster, subscription) = try await Toaster.halfway("300.00")
        let cheaper = try await toaster.plan(Toaster.monthly("10.00"))
        let quote = try await toaster.change(subscription, #"{"plan":"\#(cheaper)"}"#)
        #expect(quote.string("creditedToBalance") == "145.00")
        _ = try await toaster.change(subscription, #"{"quote":"\#(quote.string("quote")!)"}"#)
        try await toaster.advance(to: "2026-04-01T00:00:00Z")
        #expect(
            try await toaster.invoices(subscription)
                == ["0 paid 300.00", "1 paid 10.00", "2 paid 10.00", "3 paid 10.00"])
        #expect(try await TestServer.shared.value.charges(of: toaster.shop.merchant) == 1)
    }

    @Test func `a change at the period's end starts with the next period`() async throws {
        let (toaster, subscription) = try await Toaster.halfway()
        let cheaper = try await toaster.plan(Toaster.monthly("24.00"))
        let quote = try await toaster.change(
            subscription, #"{"plan":"\#(cheaper)","at":"periodEnd"}"#)
        #expect(quote.string("dueNow") == "0.00")
        #expect(quote.string("creditedToBalance") == "0.00")
        _ = try await toaster.change(subscription, #"{"quote":"\#(quote.string("quote")!)"}"#)
        #expect(try await toaster.find(subscription).string("next.plan") == cheaper)
        try await toaster.advance(to: "2026-02-01T00:00:00Z")
        #expect(try await toaster.find(subscription).string("plan") == cheaper)
        #expect(try await toaster.invoices(subscription).last == "1 paid 24.00")
    }

    @Test func `a new version of a plan applies to a subscription only on request`() async throws {
        let (toaster, subscription) = try await Toaster.halfway()
        let plan = try await toaster.find(subscription).string("plan")!
        let raised = try await toaster.shop.ask(
            "POST", "/v1/plans/\(plan)/versions", Toaster.terms(Toaster.monthly("40.00")))
        #expect(raised.number("version") == 2)
        try await toaster.advance(to: "2026-02-01T00:00:00Z")
        #expect(try await toaster.invoices(subscription).last == "1 paid 30.00")
        let quote = try await toaster.change(subscription, "{}")
        #expect(quote.number("planVersion") == 2)
        #expect(quote["needsConsent"] as? Bool == true)
    }

    @Test func `an unused quote is deleted after its time, an applied one is kept`()
        async throws
    {
        let (toaster, subscription) = try await Toaster.halfway()
        let database = try await TestServer.shared.value.database
        let cheaper = try await toaster.plan(Toaster.monthly("24.00"))
        let ask = #"{"plan":"\#(cheaper)","at":"periodEnd"}"#
        let unused = try await toaster.change(subscription, ask)
        let used = try await toaster.change(subscription, ask)
        _ = try await toaster.change(subscription, #"{"quote":"\#(used.string("quote")!)"}"#)
        // Other tests' quotes have not expired.
        try await database.run(
            """
            UPDATE quotes SET expires_at = expires_at - interval '40 days'
            WHERE merchant_id = \(toaster.shop.merchant.number)
            """)
        _ = try await DeleteExpiredQuotes(now: TestServer.now())(on: database)
        let left = try await database.run(
            "SELECT quote_id FROM quotes WHERE merchant_id = \(toaster.shop.merchant.number)"
        ).map { try $0.get("quote_id", as: UUID128.self) }
        #expect(unused.string("quote") != nil)
        #expect(left == [Identifier<Quote>(used.string("quote")!)!.uuid])
    }

    @Test func `two simultaneous applications of one quote get the same answer`() async throws {
        let (toaster, subscription) = try await Toaster.halfway()
        let cheaper = try await toaster.plan(Toaster.monthly("24.00"))
        let quote = try await toaster.change(subscription, #"{"plan":"\#(cheaper)"}"#)
        let apply = #"{"quote":"\#(quote.string("quote")!)"}"#
        async let one = toaster.change(subscription, apply)
        async let other = toaster.change(subscription, apply)
        for answer in try await [one, other] {
            #expect(answer.status == 200)
            #expect(answer.string("status") == "applied")
        }
    }

    @Test func `a new change closes the checkout of the last one, but not while it is paid`()
        async throws
    {
        let (toaster, subscription) = try await Toaster.halfway()
        var sheets: [OpenedCheckout] = []
        for amount in ["60.00", "90.00"] {
            let plan = try await toaster.plan(Toaster.monthly(amount))
            let quote = try await toaster.change(subscription, #"{"plan":"\#(plan)"}"#)
            let asked = try await toaster.change(
                subscription, #"{"quote":"\#(quote.string("quote")!)"}"#)
            #expect(asked.string("status") == "consentNeeded")
            sheets.append(
                OpenedCheckout(
                    shop: toaster.shop, id: asked.string("checkout")!,
                    secret: asked.string("clientSecret")!, reply: asked))
        }
        #expect(try await sheets[0].state().string("status") == "canceled")
        let sheet = sheets[1]
        let paying = Task {
            try await sheet.pay(sandbox: #""outcome":"slow","delayMilliseconds":3000"#)
        }
        try await eventually("the payment is in progress") {
            try await sheet.state().string("status") == "authorizing"
        }
        for verb in ["pause", "cancel"] {
            let refused = try await toaster.shop.ask(
                "POST", "/v1/subscriptions/\(subscription)/\(verb)")
            #expect(refused.status == 409)
            #expect(refused.string("code") == "payment_in_progress")
        }
        #expect(try await paying.value.number("status") == 0)
        #expect(
            try await toaster.invoices(subscription) == ["0 paid 30.00", "paid 30.00"])
    }

    @Test func `a refunded amount gives no credit`() async throws {
        let (toaster, subscription) = try await Toaster.halfway()
        let cheaper = try await toaster.plan(Toaster.monthly("10.00"))
        let invoices = try await toaster.shop.ask(
            "GET", "/v1/invoices?subscription=\(subscription)")
        let paid = invoices.string("data.0.checkout")!
        let half = try await toaster.shop.ask(
            "POST", "/v1/checkouts/\(paid)/refunds", #"{"amount":"15.00"}"#)
        #expect(half.status < 300)
        let quote = try await toaster.change(subscription, #"{"plan":"\#(cheaper)"}"#)
        #expect(quote.string("credit") == "7.50")
        _ = try await toaster.shop.ask("POST", "/v1/checkouts/\(paid)/refunds", "{}")
        let none = try await toaster.change(subscription, #"{"plan":"\#(cheaper)"}"#)
        #expect(none.string("credit") == "0.00")
    }

    @Test func `a quote that undoes a change to a cheaper plan needs consent`()
        async throws
    {
        let (toaster, subscription) = try await Toaster.halfway()
        let own = try await toaster.find(subscription).string("plan")!
        let cheaper = try await toaster.plan(Toaster.monthly("24.00"))
        let first = try await toaster.change(
            subscription, #"{"plan":"\#(cheaper)","at":"periodEnd"}"#)
        #expect(first["needsConsent"] as? Bool == false)
        _ = try await toaster.change(subscription, #"{"quote":"\#(first.string("quote")!)"}"#)
        #expect(try await toaster.find(subscription).string("next.plan") == cheaper)
        // The current plan costs more than the scheduled one, so the buyer must consent.
        let back = try await toaster.change(
            subscription, #"{"plan":"\#(own)","at":"periodEnd"}"#)
        #expect(back["needsConsent"] as? Bool == true)
        let asked = try await toaster.change(
            subscription, #"{"quote":"\#(back.string("quote")!)"}"#)
        #expect(asked.string("status") == "consentNeeded")
        #expect(try await toaster.find(subscription).string("next.plan") == cheaper)
        let sheet = toaster.opened(asked)
        #expect(try await sheet.pay(contact: Toaster.buyer).number("status") == 0)
        let changed = try await toaster.find(subscription)
        #expect(changed.string("plan") == own)
        #expect(changed["next"] == nil)
        try await toaster.advance(to: "2026-02-01T00:00:00Z")
        #expect(try await toaster.invoices(subscription).last == "1 paid 30.00")
    }

    @Test func `a quote is stale after anything it counts on has changed`() async throws {
        let (toaster, subscription) = try await Toaster.halfway()
        let cheaper = try await toaster.plan(Toaster.monthly("24.00"))
        let quote = try await toaster.change(subscription, #"{"plan":"\#(cheaper)"}"#)
        let apply = #"{"quote":"\#(quote.string("quote")!)"}"#
        try await toaster.advance(to: "2026-02-01T00:00:00Z")
        let stale = try await toaster.change(subscription, apply)
        #expect(stale.status == 409)
        #expect(stale.string("code") == "quote_stale")
        // Applied again it is the same change; after another change it is stale.
        let fresh = try await toaster.change(subscription, #"{"plan":"\#(cheaper)"}"#)
        let used = #"{"quote":"\#(fresh.string("quote")!)"}"#
        #expect(try await toaster.change(subscription, used).status == 200)
        let again = try await toaster.change(subscription, used)
        #expect(again.string("status") == "applied")
        let balance = again.string("subscription.balance") ?? "none"
        let credited = try await toaster.shop.ask("GET", "/v1/balances/\(balance)")
        #expect(credited.string("amount") == fresh.string("creditedToBalance"))
        _ = try await toaster.shop.ask("POST", "/v1/subscriptions/\(subscription)/pause")
        _ = try await toaster.shop.ask("POST", "/v1/subscriptions/\(subscription)/resume")
        #expect(try await toaster.change(subscription, used).string("code") == "quote_stale")
    }

    @Test func `another subscription's quote, and any change of an ended one, is refused`()
        async throws
    {
        let (toaster, subscription) = try await Toaster.halfway()
        let cheaper = try await toaster.plan(Toaster.monthly("24.00"))
        let other = try await toaster.subscribe(to: cheaper)
        let quote = try await toaster.change(subscription, #"{"plan":"\#(cheaper)"}"#)
        let apply = #"{"quote":"\#(quote.string("quote")!)"}"#
        let foreign = try await toaster.change(other, apply)
        #expect(foreign.status == 400)
        #expect(foreign.string("errors.0.pointer") == "/quote")
        _ = try await toaster.shop.ask(
            "POST", "/v1/subscriptions/\(subscription)/cancel", #"{"at":"now"}"#)
        let over = try await toaster.change(subscription, #"{"plan":"\#(cheaper)"}"#)
        #expect(over.status == 409)
        #expect(over.string("code") == "subscription_over")
        #expect(
            try await toaster.change(subscription, apply).string("code") == "subscription_over")
    }

    @Test func `canceling a subscription closes the checkout of its change`() async throws {
        let (toaster, subscription) = try await Toaster.halfway()
        let dearer = try await toaster.plan(Toaster.monthly("60.00"))
        let quote = try await toaster.change(subscription, #"{"plan":"\#(dearer)"}"#)
        let asked = try await toaster.change(
            subscription, #"{"quote":"\#(quote.string("quote")!)"}"#)
        let sheet = OpenedCheckout(
            shop: toaster.shop, id: asked.string("checkout")!,
            secret: asked.string("clientSecret")!, reply: asked)
        _ = try await toaster.shop.ask("POST", "/v1/subscriptions/\(subscription)/cancel")
        #expect(try await sheet.pay().string("code") == "checkout_not_open")
        #expect(try await toaster.find(subscription).string("plan") != dearer)
    }

    @Test func `a payment for a change that is no longer possible becomes credit`()
        async throws
    {
        let (toaster, subscription) = try await Toaster.halfway()
        let dearer = try await toaster.plan(Toaster.monthly("60.00"))
        let quote = try await toaster.change(subscription, #"{"plan":"\#(dearer)"}"#)
        let asked = try await toaster.change(
            subscription, #"{"quote":"\#(quote.string("quote")!)"}"#)
        let sheet = OpenedCheckout(
            shop: toaster.shop, id: asked.string("checkout")!,
            secret: asked.string("clientSecret")!, reply: asked)
        // The bank is slow, and the subscription changes before it answers.
        async let paid = sheet.pay(sandbox: #""outcome":"slow","delayMilliseconds":700"#)
        try await Task.sleep(for: .milliseconds(300))
        let id = Identifier<Subscription>(subscription)!
        try await TestServer.shared.value.database.run(
            """
            UPDATE subscriptions SET version = version + 1
            WHERE merchant_id = \(id.merchant) AND subscription_id = \(id.uuid)
            """)
        #expect(try await paid.number("status") == 0)
        let found = try await toaster.find(subscription)
        #expect(found.string("plan") != dearer)
        let balance = try await toaster.shop.ask(
            "GET", "/v1/balances/\(found.string("balance") ?? "none")")
        #expect(balance.string("available") == "15.00")
    }

    @Test(arguments: [
        (#"{"plan":"pln_1"}"#, 400, "/plan"), (#"{"at":"soon"}"#, 400, "/at"),
        (#"{"proration":"hour"}"#, 400, "/proration"), (#"{"quote":"quo_1"}"#, 400, "/quote"),
        (#"{"plans":1}"#, 400, "/plans"),
    ])
    func `an invalid change is refused at its pointer`(body: String, status: Int, pointer: String)
        async throws
    {
        let (toaster, subscription) = try await Toaster.halfway()
        let reply = try await toaster.change(subscription, body)
        #expect(reply.status == status)
        #expect(reply.string("errors.0.pointer") == pointer)
    }
}
