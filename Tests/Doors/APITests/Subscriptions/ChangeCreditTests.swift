import Balances
import Crypto
import Merchants
import Outbox
import Postgres
import Subscriptions
import TestSupport
import Testing
import Vocabulary

/// The credit for a payment when a subscription changes its plan.
@Suite struct ChangeCreditTests {
    private static let yearly = """
        "phases":[{"kind":"regular","amount":"365.00","interval":{"unit":"year"}}]
        """

    private func available(_ toaster: Toaster, _ subscription: String) async throws -> String? {
        let found = try await toaster.find(subscription)
        return try await toaster.shop.ask("GET", "/v1/balances/\(found.string("balance") ?? "")")
            .string("available")
    }

    @Test func `a change to another interval is credited, and so is the next change`() async throws
    {
        let toaster = try await Toaster.open(at: "2026-01-01T00:00:00Z")
        let subscription = try await toaster.subscribe(to: toaster.plan(Self.yearly))
        try await toaster.advance(to: "2026-07-02T12:00:00Z")
        let monthly = try await toaster.plan(Toaster.monthly("15.50"))
        let quote = try await toaster.change(subscription, #"{"plan":"\#(monthly)"}"#)
        #expect(quote.string("credit") == "182.50")
        #expect(quote.string("charge") == "15.50")
        let asked = try await toaster.change(
            subscription, #"{"quote":"\#(quote.string("quote") ?? "")"}"#)
        let sheet = toaster.opened(asked)
        #expect(try await sheet.pay(contact: Toaster.buyer).number("status") == 0)
        #expect(try await available(toaster, subscription) == "167.00")
        // A day later, the credit is the last charge less one of its days.
        try await toaster.advance(to: "2026-07-03T12:00:00Z")
        let cheaper = try await toaster.plan(Toaster.monthly("7.75"))
        let again = try await toaster.change(subscription, #"{"plan":"\#(cheaper)"}"#)
        #expect(again.string("credit") == "15.00")
        #expect(again.string("creditedToBalance") == "7.50")
    }

    @Test func `all changes within a period use one unit of proration`() async throws {
        let toaster = try await Toaster.open(at: "2026-01-01T00:00:00Z")
        let subscription = try await toaster.subscribe(
            to: toaster.plan(Toaster.monthly("10.00")))
        try await toaster.advance(to: "2026-01-16T00:00:01Z")
        let dearer = try await toaster.plan(Toaster.monthly("310.00"))
        let quote = try await toaster.change(
            subscription, #"{"plan":"\#(dearer)","proration":"day"}"#)
        // 15 of 31 days.
        #expect(quote.string("dueNow") == "145.16")
        let asked = try await toaster.change(
            subscription, #"{"quote":"\#(quote.string("quote") ?? "")"}"#)
        #expect(
            try await toaster.opened(asked).pay(contact: Toaster.buyer).number("status") == 0)
        let cheaper = try await toaster.plan(Toaster.monthly("10.00"))
        let other = try await toaster.change(
            subscription, #"{"plan":"\#(cheaper)","proration":"second"}"#)
        #expect(other.status == 409)
        #expect(other.string("code") == "other_proration")
        let back = try await toaster.change(subscription, #"{"plan":"\#(cheaper)"}"#)
        #expect(back.string("proration") == "day")
        #expect(back.string("creditedToBalance") == "145.16")
        // The next period has no change yet.
        try await toaster.advance(to: "2026-02-02T00:00:01Z")
        let later = try await toaster.change(
            subscription, #"{"plan":"\#(cheaper)","proration":"second"}"#)
        #expect(later.string("proration") == "second")
    }

    /// 15 February, 10:00 UTC is the 15th in Auckland and in Los Angeles, too, but the period
    /// begins and ends there on other days than in UTC.
    @Test(arguments: [
        ("2027-01-31T13:00:00Z", "Pacific/Auckland"),
        ("2027-01-31T05:00:00Z", "America/Los_Angeles"),
    ])
    func `a plan in another time zone is credited by the days that were charged`(
        start: String, zone: String
    ) async throws {
        let toaster = try await Toaster.open(at: start)
        let first = try await toaster.plan(Toaster.monthly("10.00"))
        let subscription = try await toaster.subscribe(to: first)
        try await toaster.advance(to: "2027-02-15T10:00:00Z")
        let dearer = try await toaster.plan(
            Toaster.monthly("280.00") + #","timeZone":"\#(zone)""#)
        let up = try await toaster.change(
            subscription, #"{"plan":"\#(dearer)","proration":"day"}"#)
        let asked = try await toaster.change(
            subscription, #"{"quote":"\#(up.string("quote") ?? "")"}"#)
        #expect(
            try await toaster.opened(asked).pay(contact: Toaster.buyer).number("status") == 0)
        let down = try await toaster.change(subscription, #"{"plan":"\#(first)"}"#)
        #expect(down.string("credit") == up.string("charge"))
        #expect(down.string("creditedToBalance") == up.string("dueNow"))
    }

    @Test func `a quote is stale after a refund of its payment`() async throws {
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

    @Test func `a refund of goods bought with a plan does not reduce the plan's credit`()
        async throws
    {
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

    @Test func `a refund closes the checkout of a change whose credit it reduces`() async throws {
        let (toaster, subscription) = try await Toaster.halfway()
        let dearer = try await toaster.plan(Toaster.monthly("60.00"))
        let quote = try await toaster.change(subscription, #"{"plan":"\#(dearer)"}"#)
        let asked = try await toaster.change(
            subscription, #"{"quote":"\#(quote.string("quote") ?? "")"}"#)
        let sheet = toaster.opened(asked)
        let invoices = try await toaster.shop.ask(
            "GET", "/v1/invoices?subscription=\(subscription)")
        let paid = invoices.string("data.0.checkout") ?? ""
        _ = try await toaster.shop.ask("POST", "/v1/checkouts/\(paid)/refunds", "{}")
        try await Toaster.dispatchEvents()
        #expect(try await sheet.pay(contact: Toaster.buyer).string("code") == "checkout_not_open")
    }

    @Test func `credit goes into a new balance after the first has expired`() async throws {
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

    /// Changes the plan at once; the buyer pays for the change in a payment sheet.
    ///
    /// - Returns: the paid checkout.
    private func upgrade(
        _ toaster: Toaster, _ subscription: String, to amount: String
    ) async throws -> OpenedCheckout {
        let plan = try await toaster.plan(Toaster.monthly(amount))
        let asked = try await toaster.apply(plan, to: subscription)
        #expect(asked.string("status") == "consentNeeded")
        let sheet = toaster.opened(asked)
        #expect(try await sheet.pay(contact: Toaster.buyer).number("status") == 0)
        #expect(try await toaster.find(subscription).string("plan") == plan)
        return sheet
    }

    // gumroad#6077, lago-api#1778, autumn#1815: a reversed upgrade credited the full price.
    @Test(arguments: [
        ("30.00", "2027-04-16T00:00:00Z", "10.00", "5.00", "0.00"),
        ("100.00", "2027-04-16T00:00:00Z", "45.00", "5.00", "0.00"),
        ("30.00", "2027-04-16T00:00:00Z", nil, "15.00", "10.00"),
        ("30.00", "2027-04-16T00:00:00Z", "5.00", "10.00", "5.00"),
        ("30.00", "2027-04-30T00:00:00Z", "0.67", "0.33", "0.00"),
    ])
    func `a refunded upgrade credits only the amount that was kept`(
        dearer: String, day: String, refund: String?, credit: String, credited: String
    ) async throws {
        let toaster = try await Toaster.open(at: "2027-04-01T00:00:00Z")
        let own = try await toaster.plan(Toaster.monthly("10.00"))
        let subscription = try await toaster.subscribe(to: own)
        try await toaster.advance(to: day)
        let sheet = try await upgrade(toaster, subscription, to: dearer)
        if let refund {
            let reply = try await toaster.shop.ask(
                "POST", "/v1/checkouts/\(sheet.id)/refunds", #"{"amount":"\#(refund)"}"#)
            #expect(reply.status < 300, "\(reply.text)")
        }
        let back = try await toaster.change(subscription, #"{"plan":"\#(own)"}"#)
        #expect(back.string("credit") == credit)
        #expect(back.string("creditedToBalance") == credited)
        try await expectCleanAudit(
            TestServer.shared.value.database, of: toaster.shop.merchant.number)
    }

    // autumn#1815: a coupon reduces the plan and the goods bought with it in proportion.
    @Test func `a coupon is split between a plan and the goods bought with it`() async throws {
        let toaster = try await Toaster.open(at: "2027-04-01T00:00:00Z")
        let coupon = try await toaster.shop.ask(
            "POST", "/v1/coupons", #"{"code":"HALF","percentOff":"50"}"#)
        #expect(coupon.status == 201, "\(coupon.text)")
        let sheet = try await toaster.sheet(
            toaster.plan(Toaster.monthly("10.00")),
            """
            ,"lineItems":[{"label":"Mug","amount":"20.00"}],"couponCode":"HALF",
            "supportsCouponCode":true
            """)
        #expect(try await sheet.pay(contact: Toaster.buyer).number("status") == 0)
        let subscription = try await toaster.subscription(of: sheet)
        #expect(try await toaster.invoices(subscription) == ["0 paid 15.00"])
        try await toaster.advance(to: "2027-04-16T00:00:00Z")
        let cheaper = try await toaster.plan(Toaster.monthly("5.00"))
        let quote = try await toaster.change(subscription, #"{"plan":"\#(cheaper)"}"#)
        #expect(quote.string("credit") == "2.50")
    }

    // restrict-content-pro#442: a change charged the card for an amount that credit had paid.
    @Test(arguments: [
        ("30.00", "2027-04-04T00:00:00Z", "22.50", "2027-04-08T00:00:00Z", "19.17", "3.33"),
        ("90.00", "2027-04-02T00:00:00Z", "82.17", "2027-04-03T00:00:00Z", "23.33", "58.84"),
    ])
    func `credit pays for a change before the card does`(
        first: String, lower: String, credit: String, raise: String, due: String, left: String
    ) async throws {
        let toaster = try await Toaster.open(at: "2027-04-01T00:00:00Z")
        let subscription = try await toaster.subscribe(to: toaster.plan(Toaster.monthly(first)))
        try await toaster.advance(to: lower)
        _ = try await toaster.apply(toaster.plan(Toaster.monthly("5.00")), to: subscription)
        #expect(try await available(toaster, subscription) == credit)
        try await toaster.advance(to: raise)
        let dearer = try await toaster.plan(Toaster.monthly("30.00"))
        let quote = try await toaster.change(subscription, #"{"plan":"\#(dearer)"}"#)
        #expect(quote.string("dueNow") == due)
        #expect(quote.string("paidByCredit") == due)
        let asked = try await toaster.change(
            subscription, #"{"quote":"\#(quote.string("quote") ?? "")"}"#)
        let sheet = toaster.opened(asked)
        let shown = try await sheet.shop.ask(as: sheet.secret, "GET", "/v1/checkouts/\(sheet.id)")
        #expect(shown.string("paymentRequest.total.amount") == "0.00")
        #expect(try await sheet.pay(contact: Toaster.buyer).number("status") == 0)
        #expect(try await toaster.find(subscription).string("plan") == dearer)
        #expect(try await available(toaster, subscription) == left)
        #expect(try await toaster.invoices(subscription) == ["0 paid \(first)", "paid \(due)"])
        // The amount that credit paid for the period becomes credit again when the change is
        // reversed.
        let back = try await toaster.change(
            subscription, #"{"plan":"\#(try await toaster.plan(Toaster.monthly("5.00")))"}"#)
        #expect(back.string("creditedToBalance") == due)
        try await expectCleanAudit(
            TestServer.shared.value.database, of: toaster.shop.merchant.number)
    }

    @Test func `a checkout that already counts a refund stays open when its event arrives`()
        async throws
    {
        let (toaster, subscription) = try await Toaster.halfway()
        let invoices = try await toaster.shop.ask(
            "GET", "/v1/invoices?subscription=\(subscription)")
        let paid = invoices.string("data.0.checkout") ?? ""
        _ = try await toaster.shop.ask(
            "POST", "/v1/checkouts/\(paid)/refunds", #"{"amount":"3.00"}"#)
        let asked = try await toaster.apply(
            toaster.plan(Toaster.monthly("60.00")), to: subscription)
        try await Toaster.dispatchEvents()
        let sheet = toaster.opened(asked)
        #expect(try await sheet.pay(contact: Toaster.buyer).number("status") == 0)
    }

    @Test func `a dispute that was won does not pause the subscription`() async throws {
        let (toaster, subscription) = try await Toaster.halfway()
        let invoices = try await toaster.shop.ask(
            "GET", "/v1/invoices?subscription=\(subscription)")
        let paid = invoices.string("data.0.checkout") ?? ""
        let dispute = try await toaster.shop.ask(
            "POST", "/v1/sandbox/checkouts/\(paid)/disputes", "{}")
        let reference = dispute.string("reference") ?? ""
        _ = try await toaster.shop.ask("POST", "/v1/sandbox/disputes/\(reference)/win")
        // A worker of another test may have read the event before the dispute was won.
        if try await toaster.find(subscription).string("status") == "paused" {
            _ = try await toaster.shop.ask("POST", "/v1/subscriptions/\(subscription)/resume")
        }
        let database = try await TestServer.shared.value.database
        let merchant = toaster.shop.merchant.number
        let row = try #require(
            try await database.run(
                """
                SELECT \(Event.columns) FROM events v
                WHERE v.merchant_id = \(merchant) AND v.type = 'dispute.opened'
                """
            ).first)
        let event = try Event(row: row)
        let handlers = SubscriptionEventHandlers.all(moment: TestServer.moment)
        try await database.transaction { transaction in
            for handler in handlers where handler.types.contains(.disputeOpened) {
                try handler.handle(event, transaction)
            }
        }
        #expect(try await toaster.find(subscription).string("status") == "active")
    }

    @Test func `a quote counts credit that another change's checkout holds`() async throws {
        let toaster = try await Toaster.open(at: "2027-04-01T00:00:00Z")
        let subscription = try await toaster.subscribe(to: toaster.plan(Toaster.monthly("30.00")))
        try await toaster.advance(to: "2027-04-04T00:00:00Z")
        _ = try await toaster.apply(toaster.plan(Toaster.monthly("5.00")), to: subscription)
        _ = try await toaster.apply(toaster.plan(Toaster.monthly("90.00")), to: subscription)
        #expect(try await available(toaster, subscription) == "0.00")
        let plan = try await toaster.plan(Toaster.monthly("80.00"))
        let quote = try await toaster.change(subscription, #"{"plan":"\#(plan)"}"#)
        #expect(quote.string("dueNow") == "67.50")
        #expect(quote.string("paidByCredit") == "22.50")
        let asked = try await toaster.change(
            subscription, #"{"quote":"\#(quote.string("quote") ?? "")"}"#)
        let shown = try await toaster.shop.ask(
            "GET", "/v1/checkouts/\(asked.string("checkout") ?? "")")
        #expect(shown.string("paymentRequest.total.amount") == "45.00")
    }

    @Test func `credit in a frozen balance pays for no change`() async throws {
        let toaster = try await Toaster.open(at: "2027-04-01T00:00:00Z")
        let subscription = try await toaster.subscribe(to: toaster.plan(Toaster.monthly("30.00")))
        try await toaster.advance(to: "2027-04-04T00:00:00Z")
        _ = try await toaster.apply(toaster.plan(Toaster.monthly("5.00")), to: subscription)
        let balance = try await toaster.find(subscription).string("balance") ?? ""
        let dearer = try await toaster.plan(Toaster.monthly("30.00"))
        for (call, paid, shown) in [("freeze", "0.00", "22.50"), ("unfreeze", "22.50", "0.00")] {
            _ = try await toaster.shop.ask("POST", "/v1/balances/\(balance)/\(call)", "{}")
            let quote = try await toaster.change(subscription, #"{"plan":"\#(dearer)"}"#)
            #expect(quote.string("dueNow") == "22.50")
            #expect(quote.string("paidByCredit") == paid)
            let asked = try await toaster.change(
                subscription, #"{"quote":"\#(quote.string("quote") ?? "")"}"#)
            let sheet = try await toaster.shop.ask(
                "GET", "/v1/checkouts/\(asked.string("checkout") ?? "")")
            #expect(sheet.string("paymentRequest.total.amount") == shown)
        }
    }

    @Test func `closing the checkout of a change returns its credit to the balance`() async throws {
        let toaster = try await Toaster.open(at: "2027-04-01T00:00:00Z")
        let subscription = try await toaster.subscribe(to: toaster.plan(Toaster.monthly("30.00")))
        try await toaster.advance(to: "2027-04-04T00:00:00Z")
        _ = try await toaster.apply(toaster.plan(Toaster.monthly("5.00")), to: subscription)
        _ = try await toaster.apply(toaster.plan(Toaster.monthly("90.00")), to: subscription)
        #expect(try await available(toaster, subscription) == "0.00")
        _ = try await toaster.shop.ask("POST", "/v1/subscriptions/\(subscription)/cancel")
        #expect(try await available(toaster, subscription) == "22.50")
    }
}
