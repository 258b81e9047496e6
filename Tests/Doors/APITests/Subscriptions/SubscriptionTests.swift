import Checkouts
import Customers
import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

@Suite struct SubscriptionTests {
    @Test func `the sheet shows the charge of today, the interval and the next price`()
        async throws
    {
        let toaster = try await Toaster.open()
        let sheet = try await toaster.sheet(toaster.plan(Toaster.introduced)).reply
        #expect(sheet.string("paymentRequest.total.amount") == "4.50")
        #expect(sheet.string("paymentRequest.lineItems.0.amount") == "4.50")
        #expect(sheet.string("paymentRequest.lineItems.1.paymentTiming") == "recurring")
        let later = "paymentRequest.lineItems.2"
        #expect(sheet.string("\(later).amount") == "9.00")
        #expect(sheet.string("\(later).recurringPaymentStartDate") == "2026-01-19T10:00:00Z")
        #expect(sheet.string("\(later).recurringPaymentIntervalUnit") == "day")
        #expect(sheet.number("\(later).recurringPaymentIntervalCount") == 7)
        let recurring = "paymentRequest.recurringPaymentRequest"
        #expect(sheet.string("\(recurring).trialBilling.amount") == "4.50")
        #expect(
            sheet.string("\(recurring).trialBilling.recurringPaymentEndDate")
                == "2026-01-19T10:00:00Z")
        #expect(sheet.string("\(recurring).regularBilling.amount") == "9.00")
        #expect(
            sheet.string("\(recurring).regularBilling.recurringPaymentStartDate")
                == "2026-01-19T10:00:00Z")
        #expect(sheet.string("\(recurring).managementURL") == "https://shop.example/account")
    }

    @Test func `an introductory price is followed by the regular price each week`() async throws {
        let toaster = try await Toaster.open()
        let subscription = try await toaster.subscribe(to: toaster.plan(Toaster.introduced))
        var found = try await toaster.find(subscription)
        #expect(found.string("status") == "active")
        #expect(found.string("currentPeriod.endsAt") == "2026-01-12T10:00:00Z")
        #expect(found.string("card.kind") == "merchantToken")
        try await toaster.advance(to: "2026-01-26T10:00:00Z")
        #expect(
            try await toaster.invoices(subscription)
                == ["0 paid 4.50", "1 paid 4.50", "2 paid 9.00", "3 paid 9.00"])
        found = try await toaster.find(subscription)
        #expect(found.string("currentPeriod.startsAt") == "2026-01-26T10:00:00Z")
        #expect(
            try await toaster.events(subscription).filter { $0 == "invoice.upcoming" }.count == 4)
    }

    @Test func `a trial verifies the card, charges nothing and announces its end`() async throws {
        let toaster = try await Toaster.open()
        let plan = try await toaster.plan(Toaster.tried)
        let sheet = try await toaster.sheet(plan)
        #expect(sheet.reply.string("total") == "0.00")
        let subscription = try await toaster.subscribe(to: plan)
        #expect(try await toaster.find(subscription).string("status") == "trialing")
        try await toaster.advance(to: "2026-01-12T09:59:59Z")
        #expect(try await toaster.events(subscription) == ["subscription.created"])
        try await toaster.advance(to: "2026-01-12T10:00:00Z")
        #expect(
            try await toaster.events(subscription) == [
                "subscription.created", "subscription.trial_will_end", "invoice.upcoming",
            ])
        try await toaster.advance(to: "2026-02-19T10:00:00Z")
        #expect(
            try await toaster.invoices(subscription)
                == ["0 paid 0.00", "1 paid 9.00", "2 paid 9.00"])
        #expect(try await toaster.find(subscription).string("status") == "active")
    }

    @Test func `a variable week waits for its amount, up to the agreed maximum`() async throws {
        let toaster = try await Toaster.open()
        let plan = try await toaster.plan(Toaster.variable)
        let sheet = try await toaster.sheet(plan).reply
        let billing = "paymentRequest.recurringPaymentRequest.regularBilling"
        #expect(sheet.string("\(billing).type") == "pending")
        #expect(
            sheet.string("paymentRequest.recurringPaymentRequest.billingAgreement")
                == "At most 20.00 USD each time.")
        let subscription = try await toaster.subscribe(to: plan)
        try await toaster.advance(to: "2026-01-12T10:00:00Z")
        #expect(try await toaster.invoices(subscription) == ["0 pending -", "1 pending -"])
        let invoices = try await toaster.invoiceIDs(subscription)
        let path = "/v1/invoices/\(invoices[0])/finalize"
        let above = try await toaster.shop.ask("POST", path, #"{"amount":"20.01"}"#)
        #expect(above.status == 400)
        #expect(above.string("errors.0.code") == "exceeds_agreed_amount")
        #expect(above.string("errors.0.pointer") == "/amount")
        #expect(try await toaster.shop.ask("POST", path, #"{"amount":"12.34"}"#).status == 200)
        let again = try await toaster.shop.ask("POST", path, #"{"amount":"1.00"}"#)
        #expect(again.status == 409)
        #expect(again.string("code") == "invoice_state")
        try await toaster.advance(to: "2026-01-12T10:01:00Z")
        #expect(try await toaster.invoices(subscription) == ["0 paid 12.34", "1 pending -"])
    }

    @Test func `a customer erased before the subscription starts is not charged again`()
        async throws
    {
        let toaster = try await Toaster.open()
        let first = try await toaster.find(toaster.subscribe(to: toaster.plan()))
        let customer = first.string("customer")!
        #expect(try await toaster.shop.ask("DELETE", "/v1/customers/\(customer)").status == 204)
        let sheet = try await toaster.sheet(toaster.plan())
        let (id, owner) = (CheckoutSession.ID(sheet.id)!, Customer.ID(customer)!)
        // The state when the erasure comes between the bank's answer and the start of the
        // subscription.
        try await TestServer.shared.value.database.run(
            """
            UPDATE checkouts SET customer_id = \(owner.uuid)
            WHERE merchant_id = \(id.merchant) AND checkout_id = \(id.uuid)
            """)
        #expect(try await sheet.pay(contact: Toaster.buyer).number("status") == 0)
        let subscription = try await toaster.subscription(of: sheet)
        let found = try await toaster.find(subscription)
        #expect(found.string("status") == "canceled")
        #expect(found.string("reason") == "erased")
        try await toaster.advance(to: "2026-03-01T10:00:00Z")
        #expect(try await toaster.invoices(subscription) == ["0 paid 9.00"])
    }

    @Test func `a declined card is retried by the schedule and recovers`() async throws {
        let toaster = try await Toaster.open()
        let plan = try await toaster.plan()
        let subscription = try await toaster.subscribe(
            to: plan, renewals: ["insufficient_funds", "insufficient_funds", "approve"])
        try await toaster.advance(to: "2026-01-12T10:00:00Z")
        #expect(try await toaster.find(subscription).string("status") == "pastDue")
        try await toaster.advance(to: "2026-01-13T10:00:00Z")
        #expect(try await toaster.invoices(subscription) == ["0 paid 9.00", "1 open 9.00"])
        try await toaster.advance(to: "2026-01-16T10:00:00Z")
        #expect(try await toaster.invoices(subscription) == ["0 paid 9.00", "1 paid 9.00"])
        let events = try await toaster.events(subscription)
        #expect(events.contains("subscription.past_due"))
        #expect(events.contains("subscription.recovered"))
        #expect(try await toaster.find(subscription).string("status") == "active")
    }

    @Test func `a card that is always declined ends the subscription and its invoice`() async throws
    {
        let toaster = try await Toaster.open()
        let subscription = try await toaster.subscribe(
            to: toaster.plan(), renewals: ["do_not_honor"])
        try await toaster.advance(to: "2026-03-01T10:00:00Z")
        #expect(
            try await toaster.invoices(subscription) == ["0 paid 9.00", "1 uncollectible 9.00"])
        let found = try await toaster.find(subscription)
        #expect(found.string("status") == "canceled")
        #expect(found.string("reason") == "unpaid")
    }

    @Test func `a lost card is not retried, and a new card revives the subscription`()
        async throws
    {
        let toaster = try await Toaster.open()
        let subscription = try await toaster.subscribe(
            to: toaster.plan(), renewals: ["lost_card"])
        try await toaster.advance(to: "2026-01-20T10:00:00Z")
        #expect(try await toaster.invoices(subscription) == ["0 paid 9.00", "1 open 9.00"])
        #expect(try await toaster.find(subscription).string("reason") == "cardNeeded")
        let charges = try await TestServer.shared.value.charges(of: toaster.shop.merchant)
        #expect(charges == 1)
        let sheet = try await toaster.paymentSheet(subscription)
        let shown = try await toaster.shop.ask(
            as: sheet.secret, "GET", "/v1/checkouts/\(sheet.id)")
        #expect(shown.string("paymentRequest.total.amount") == "9.00")
        #expect(
            shown.string("paymentRequest.recurringPaymentRequest.regularBilling.amount") == "9.00")
        #expect(try await sheet.pay().number("status") == 0)
        #expect(try await toaster.invoices(subscription) == ["0 paid 9.00", "1 paid 9.00"])
        let found = try await toaster.find(subscription)
        #expect(found.string("status") == "active")
        #expect(found["reason"] == nil)
        #expect(try await toaster.events(subscription).contains("subscription.card_changed"))
        // The plan bills the weeks that have passed, with the new card.
        try await toaster.advance(to: "2026-01-26T10:00:00Z")
        #expect(
            try await toaster.invoices(subscription).suffix(2)
                == ["2 paid 9.00", "3 paid 9.00"])
    }

    @Test func `a subscription whose expired card is not replaced ends without a retry`()
        async throws
    {
        let toaster = try await Toaster.open()
        let subscription = try await toaster.subscribe(
            to: toaster.plan(), renewals: ["expired_card"])
        try await toaster.advance(to: "2026-02-28T10:00:00Z")
        #expect(
            try await toaster.invoices(subscription) == ["0 paid 9.00", "1 uncollectible 9.00"])
        let database = try await TestServer.shared.value.database
        let asked: Int64 = try await database.run(
            """
            SELECT count(*) AS asked FROM sandbox.charges
            WHERE merchant_id = \(toaster.shop.merchant.number)
            """)[0].get("asked")
        #expect(asked == 2)
    }

    @Test func `an outage of the processor skips no period and doubles none`() async throws {
        let toaster = try await Toaster.open()
        let subscription = try await toaster.subscribe(
            to: toaster.plan(), renewals: ["unreachable"])
        try await toaster.advance(to: "2026-01-12T11:00:00Z")
        #expect(try await toaster.invoices(subscription) == ["0 paid 9.00", "1 open 9.00"])
        #expect(try await toaster.find(subscription).string("status") == "active")
        // The open invoice comes first: no other week is billed before it is paid, even after a
        // pause and a resume.
        try await toaster.advance(to: "2026-01-19T11:00:00Z")
        #expect(try await toaster.invoices(subscription) == ["0 paid 9.00", "1 open 9.00"])
        for verb in ["pause", "resume"] {
            let reply = try await toaster.shop.ask(
                "POST", "/v1/subscriptions/\(subscription)/\(verb)")
            #expect(reply.status == 200)
        }
        try await toaster.advance(to: "2026-01-19T13:00:00Z")
        #expect(try await toaster.invoices(subscription) == ["0 paid 9.00", "1 open 9.00"])
        let database = try await TestServer.shared.value.database
        try await database.run(
            """
            UPDATE sandbox.cards SET renewals = '{approve}'
            WHERE merchant_id = \(toaster.shop.merchant.number)
            """)
        try await toaster.advance(to: "2026-01-21T11:00:00Z")
        #expect(
            try await toaster.invoices(subscription)
                == ["0 paid 9.00", "1 paid 9.00", "2 paid 9.00"])
    }

    @Test func `a subscription pauses, resumes with a new period, and is canceled at its end`()
        async throws
    {
        let toaster = try await Toaster.open()
        let shop = toaster.shop
        let subscription = try await toaster.subscribe(to: toaster.plan())
        let path = "/v1/subscriptions/\(subscription)"
        let past = try await shop.ask(
            "POST", path + "/pause", #"{"resumesAt":"\#(Toaster.start)"}"#)
        #expect(past.status == 400)
        #expect(past.string("errors.0.pointer") == "/resumesAt")
        #expect(try await shop.ask("POST", path + "/pause").string("status") == "paused")
        try await toaster.advance(to: "2026-02-02T10:00:00Z")
        #expect(try await toaster.invoices(subscription) == ["0 paid 9.00"])
        #expect(try await shop.ask("POST", path + "/resume").string("status") == "active")
        try await toaster.advance(to: "2026-02-02T10:01:00Z")
        #expect(try await toaster.invoices(subscription) == ["0 paid 9.00", "1 paid 9.00"])
        #expect(
            try await toaster.find(subscription).string("currentPeriod.endsAt")
                == "2026-02-09T10:00:00Z")
        let canceled = try await shop.ask("POST", path + "/cancel")
        #expect(canceled.string("cancelAt") == "2026-02-09T10:00:00Z")
        try await toaster.advance(to: "2026-03-01T10:00:00Z")
        let found = try await toaster.find(subscription)
        #expect(found.string("status") == "canceled")
        #expect(found.string("endedAt") == "2026-02-09T10:00:00Z")
        #expect(try await toaster.invoices(subscription).count == 2)
        #expect(try await shop.ask("POST", path + "/pause").string("code") == "subscription_over")
    }

    @Test func `ten years of weeks pass in seconds, each billed once`() async throws {
        let toaster = try await Toaster.open()
        let subscription = try await toaster.subscribe(to: toaster.plan())
        try await toaster.advance(to: "2036-01-05T10:00:00Z")
        let database = try await TestServer.shared.value.database
        let row = try await database.run(
            """
            SELECT count(*) AS invoices, count(DISTINCT period) AS periods, sum(amount)::bigint AS amount
            FROM invoices WHERE merchant_id = \(toaster.shop.merchant.number) AND state = 'paid'
            """)[0]
        #expect(try row.get("invoices", as: Int64.self) == 522)
        #expect(try row.get("periods", as: Int64.self) == 522)
        #expect(try row.get("amount", as: Int64.self) == 522 * 900)
        #expect(try await toaster.find(subscription).number("currentPeriod.number") == 521)
    }
}
