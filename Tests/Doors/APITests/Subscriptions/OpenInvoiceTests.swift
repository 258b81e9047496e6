import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Subscriptions

/// Open invoices of a subscription that is paused, or that needs a new card from its buyer.
@Suite struct OpenInvoiceTests {
    /// A variable plan whose first two weeks wait for their amounts.
    private func twoWeeks(renewals: [String]) async throws -> (Toaster, String, [String]) {
        let toaster = try await Toaster.open()
        let subscription = try await toaster.subscribe(
            to: toaster.plan(Toaster.variable), renewals: renewals)
        try await toaster.advance(to: "2026-01-12T10:00:00Z")
        return (toaster, subscription, try await toaster.invoiceIDs(subscription))
    }

    private func finalize(_ toaster: Toaster, _ invoice: String, _ amount: String) async throws {
        let reply = try await toaster.shop.ask(
            "POST", "/v1/invoices/\(invoice)/finalize", #"{"amount":"\#(amount)"}"#)
        #expect(reply.status == 200)
    }

    private func nextTry(_ toaster: Toaster, _ invoice: String) async throws -> String? {
        try await toaster.shop.ask("GET", "/v1/invoices/\(invoice)").string("nextTryAt")
    }

    private func charges(_ toaster: Toaster) async throws -> Int {
        try await TestServer.shared.value.charges(of: toaster.shop.merchant)
    }

    @Test func `an open invoice waits during a pause and is charged after the resume`()
        async throws
    {
        let (toaster, subscription, invoices) = try await twoWeeks(renewals: [])
        let path = "/v1/subscriptions/\(subscription)"
        #expect(try await toaster.shop.ask("POST", path + "/pause").status == 200)
        try await finalize(toaster, invoices[0], "5.00")
        try await toaster.advance(to: "2026-01-13T10:00:00Z")
        #expect(
            try await toaster.invoices(subscription) == ["0 open 5.00", "1 pending -"])
        // The next check is 30 days away, so that a test clock passes years of a pause quickly.
        #expect(try await nextTry(toaster, invoices[0]) == "2026-02-11T10:00:00Z")
        let retried = try await toaster.shop.ask("POST", "/v1/invoices/\(invoices[0])/retry")
        #expect(retried.string("code") == "subscription_state")
        #expect(try await toaster.shop.ask("POST", path + "/resume").status == 200)
        try await toaster.advance(to: "2026-01-13T10:00:01Z")
        #expect(
            try await toaster.invoices(subscription) == ["0 paid 5.00", "1 pending -"])
    }

    @Test func `days that pass while an invoice is open are listed in order as skipped`()
        async throws
    {
        let toaster = try await Toaster.open()
        let plan = try await toaster.plan(
            """
            "phases":[{"kind":"regular","amount":"9.00","interval":{"unit":"day"}}],
            "dunning":{"retryAfterDays":[10],"finally":"cancel"}
            """)
        let subscription = try await toaster.subscribe(
            to: plan, renewals: ["insufficient_funds", "approve"])
        try await toaster.advance(to: "2026-01-16T10:00:00Z")
        let skipped = (2...10).map { "\($0) skipped -" }
        #expect(
            try await toaster.invoices(subscription)
                == ["0 paid 9.00", "1 paid 9.00"] + skipped + ["11 paid 9.00"])
    }

    @Test func `cancel charges a paused subscription's invoice, immediate cancel voids it`()
        async throws
    {
        for (body, invoice) in [("{}", "0 paid 5.00"), (#"{"at":"now"}"#, "0 void 5.00")] {
            let (toaster, subscription, invoices) = try await twoWeeks(renewals: [])
            let path = "/v1/subscriptions/\(subscription)"
            #expect(try await toaster.shop.ask("POST", path + "/pause").status == 200)
            try await finalize(toaster, invoices[0], "5.00")
            try await toaster.advance(to: "2026-01-13T10:00:00Z")
            let canceled = try await toaster.shop.ask("POST", path + "/cancel", body)
            #expect(canceled.string("status") == "canceled")
            try await toaster.advance(to: "2026-01-13T10:00:01Z")
            #expect(try await toaster.invoices(subscription)[0] == invoice)
        }
    }

    @Test func `a lost card stops other invoices, and a new card pays them all`() async throws {
        let (toaster, subscription, invoices) = try await twoWeeks(renewals: ["lost_card"])
        try await finalize(toaster, invoices[0], "5.00")
        try await toaster.advance(to: "2026-01-12T11:00:00Z")
        #expect(try await toaster.find(subscription).string("reason") == "cardNeeded")
        try await finalize(toaster, invoices[1], "6.00")
        try await toaster.advance(to: "2026-01-14T10:00:00Z")
        let asked = try await toaster.shop.ask("GET", "/v1/invoices/\(invoices[1])")
        #expect(asked.number("tries") == 0)
        #expect(try await toaster.paymentSheet(subscription).pay().number("status") == 0)
        try await toaster.advance(to: "2026-01-14T10:00:01Z")
        #expect(
            try await toaster.invoices(subscription) == ["0 paid 5.00", "1 paid 6.00"])
        #expect(try await toaster.find(subscription).string("status") == "active")
        #expect(try await charges(toaster) == 3)
    }

    @Test func `a subscription stays past due while a second invoice is declined`() async throws {
        let (toaster, subscription, invoices) = try await twoWeeks(
            renewals: ["insufficient_funds", "insufficient_funds", "approve"])
        try await finalize(toaster, invoices[0], "5.00")
        try await finalize(toaster, invoices[1], "6.00")
        try await toaster.advance(to: "2026-01-12T11:00:00Z")
        #expect(try await toaster.find(subscription).string("status") == "pastDue")
        let retried = try await toaster.shop.ask("POST", "/v1/invoices/\(invoices[0])/retry")
        #expect(retried.status == 200)
        try await toaster.advance(to: "2026-01-12T11:00:01Z")
        #expect(
            try await toaster.invoices(subscription) == ["0 paid 5.00", "1 open 6.00"])
        #expect(try await toaster.find(subscription).string("status") == "pastDue")
        try await toaster.advance(to: "2026-01-13T10:00:00Z")
        #expect(try await toaster.find(subscription).string("status") == "active")
    }

    @Test func `a lost card is not retried when the subscription ends`() async throws {
        let toaster = try await Toaster.open()
        let subscription = try await toaster.subscribe(
            to: toaster.plan(), renewals: ["lost_card"])
        try await toaster.advance(to: "2026-01-12T10:00:00Z")
        let canceled = try await toaster.shop.ask(
            "POST", "/v1/subscriptions/\(subscription)/cancel")
        #expect(canceled.string("cancelAt") == "2026-01-19T10:00:00Z")
        try await toaster.advance(to: "2026-01-20T10:00:00Z")
        #expect(try await toaster.invoices(subscription)[1] == "1 open 9.00")
        try await toaster.advance(to: "2026-02-28T10:00:00Z")
        #expect(try await toaster.invoices(subscription)[1] == "1 uncollectible 9.00")
        let invoice = try await toaster.invoiceIDs(subscription)[1]
        let shown = try await toaster.shop.ask("GET", "/v1/invoices/\(invoice)")
        #expect(shown.number("tries") == 1)
    }

    @Test func `an open invoice keeps the next period from starting when a pause ends`()
        async throws
    {
        let toaster = try await Toaster.open()
        let subscription = try await toaster.subscribe(
            to: toaster.plan(), renewals: ["unreachable"])
        try await toaster.advance(to: "2026-01-12T10:00:00Z")
        let paused = try await toaster.shop.ask(
            "POST", "/v1/subscriptions/\(subscription)/pause",
            #"{"resumesAt":"2026-01-20T10:00:00Z"}"#)
        #expect(paused.status == 200)
        try await toaster.advance(to: "2026-01-20T11:00:00Z")
        #expect(try await toaster.find(subscription).string("status") == "active")
        #expect(try await toaster.invoices(subscription) == ["0 paid 9.00", "1 open 9.00"])
    }

    @Test func `the next period starts after all open invoices are paid`() async throws {
        let (toaster, subscription, invoices) = try await twoWeeks(
            renewals: ["approve", "unreachable"])
        try await finalize(toaster, invoices[0], "5.00")
        try await finalize(toaster, invoices[1], "6.00")
        try await toaster.advance(to: "2026-01-19T11:00:00Z")
        #expect(
            try await toaster.invoices(subscription).sorted() == ["0 paid 5.00", "1 open 6.00"])
    }

    @Test func `a new card pays the old one's invoices, even after the subscription ended`()
        async throws
    {
        let (toaster, subscription, invoices) = try await twoWeeks(renewals: ["lost_card"])
        let path = "/v1/subscriptions/\(subscription)"
        try await finalize(toaster, invoices[0], "5.00")
        try await toaster.advance(to: "2026-01-12T10:00:01Z")
        let id = Subscription.ID(subscription)!
        try await finalize(toaster, invoices[1], "6.00")
        // The state after a bank declined both at once.
        try await TestServer.shared.value.database.run(
            """
            UPDATE invoices SET declines = 1, decline = 'lost_card', failed_at = created_at
            WHERE merchant_id = \(id.merchant) AND subscription_id = \(id.uuid) AND period = 1
            """)
        _ = try await toaster.shop.ask("POST", path + "/cancel")
        try await toaster.advance(to: "2026-01-20T10:00:00Z")
        #expect(try await toaster.find(subscription).string("status") == "canceled")
        #expect(try await toaster.paymentSheet(subscription).pay().number("status") == 0)
        try await toaster.advance(to: "2026-01-20T10:00:01Z")
        #expect(
            try await toaster.invoices(subscription) == ["0 paid 5.00", "1 paid 6.00"])
    }

    @Test func `an invoice that dunning left open is uncollectible when the subscription ends`()
        async throws
    {
        let toaster = try await Toaster.open()
        let plan = try await toaster.plan(
            Toaster.weekly + #","dunning":{"retryAfterDays":[1],"finally":"leave"}"#)
        let subscription = try await toaster.subscribe(to: plan, renewals: ["do_not_honor"])
        try await toaster.advance(to: "2026-01-14T10:00:00Z")
        #expect(try await toaster.invoices(subscription)[1] == "1 open 9.00")
        _ = try await toaster.shop.ask("POST", "/v1/subscriptions/\(subscription)/cancel")
        try await toaster.advance(to: "2026-01-19T10:00:01Z")
        #expect(try await toaster.find(subscription).string("status") == "canceled")
        #expect(try await toaster.invoices(subscription)[1] == "1 uncollectible 9.00")
    }

    @Test func `erasing the buyer voids the invoices of an ended subscription`()
        async throws
    {
        let (toaster, subscription, invoices) = try await twoWeeks(renewals: [])
        _ = try await toaster.shop.ask("POST", "/v1/subscriptions/\(subscription)/cancel")
        try await toaster.advance(to: "2026-01-20T10:00:00Z")
        let found = try await toaster.find(subscription)
        #expect(found.string("status") == "canceled")
        let customer = found.string("customer")!
        #expect(try await toaster.shop.ask("DELETE", "/v1/customers/\(customer)").status == 204)
        #expect(try await toaster.invoices(subscription) == ["0 void -", "1 void -"])
        let late = try await toaster.shop.ask(
            "POST", "/v1/invoices/\(invoices[1])/finalize", #"{"amount":"1.00"}"#)
        #expect(late.string("code") == "invoice_state")
    }

    @Test(arguments: [
        ("insufficient_funds", nil, "0 paid 9.00", "1 paid 9.00"),
        ("lost_card", "2026-01-30T10:00:00Z" as String?, "0 paid 9.00", "1 open 9.00"),
    ])
    func `an open invoice is charged or waits for a new card when a pause ends`(
        decline: String, nextTry: String?, first: String, second: String
    ) async throws {
        let toaster = try await Toaster.open()
        let subscription = try await toaster.subscribe(
            to: toaster.plan(), renewals: [decline, "approve"])
        try await toaster.advance(to: "2026-01-12T10:00:00Z")
        let id = Subscription.ID(subscription)!
        let day = Instant(rfc3339: "2026-01-14T10:00:00Z")!
        // The state after a bank declined at the moment of the pause.
        try await TestServer.shared.value.database.run(
            """
            UPDATE subscriptions SET state = 'paused', paused_at = period_start,
                resumes_at = \(day), due_at = \(day), reason = NULL
            WHERE merchant_id = \(id.merchant) AND subscription_id = \(id.uuid)
            """)
        try await toaster.advance(to: "2026-01-14T09:59:59Z")
        #expect(try await toaster.invoices(subscription)[1] == "1 open 9.00")
        try await toaster.advance(to: "2026-01-14T10:00:00Z")
        #expect(try await toaster.invoices(subscription) == [first, second])
        let invoice = try await toaster.invoiceIDs(subscription)[1]
        #expect(try await self.nextTry(toaster, invoice) == nextTry)
        let state = try await toaster.find(subscription).string("status")
        #expect(state == (nextTry == nil ? "active" : "pastDue"))
    }
}
