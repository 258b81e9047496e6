import Crypto
import Merchants
import Outbox
import Postgres
import Subscriptions
import TestSupport
import Testing
import Vocabulary

@Suite struct LaterPaymentTests {
    static func deferred(_ clock: String, _ cancellation: String = "") -> String {
        """
        "lineItems":[{"label":"Room","amount":"0.00"}],"testClock":"\(clock)",
        "deferredPaymentRequest":{"paymentDescription":"Room","managementURL":"https://shop.example/a",
            "deferredBilling":{"label":"Room","amount":"80.00",
                "deferredPaymentDate":"2099-03-01T12:00:00Z"}\(cancellation)}
        """
    }

    private static let freely = """
        ,"freeCancellationDate":"2099-02-01T12:00:00Z","freeCancellationDateTimeZone":"Europe/Paris"
        """

    private static func moving() async throws -> Toaster {
        let shop = try await Shop.open(settings: #"{"countryCode":"US"}"#)
        let server = try await TestServer.shared.value
        let clock = TestClock(
            id: .init(merchant: shop.merchant.number, uuid: TestServer.identify(TestServer.now())),
            name: nil, at: Instant(rfc3339: "2099-01-01T00:00:00Z")!, createdAt: TestServer.now())
        // The API creates clocks at most 20 years from now. This test needs a later one, because
        // the date of a deferred payment must lie after today.
        let open = CreateClock(clock: clock, merchant: shop.merchant)
        _ = try await server.database.transaction { try open(in: $0) }
        return Toaster(shop: shop, clock: clock.id.text)
    }

    private func payment(_ toaster: Toaster, _ sheet: OpenedCheckout) async throws -> Reply {
        try await toaster.shop.ask("GET", "/v1/later-payments?checkout=\(sheet.id)")
    }

    private func advance(_ toaster: Toaster, to moment: String) async throws {
        let server = try await TestServer.shared.value
        let clock = TestClock.ID(toaster.clock)!
        let advance = AdvanceClock(
            clock: clock, target: Instant(rfc3339: moment)!, moment: TestServer.moment())
        _ = try await server.database.transaction { try advance(in: $0) }
        try await toaster.arrive()
    }

    @Test(arguments: [
        (
            deferred(
                "clk",
                #","freeCancellationDate":"2099-04-01T12:00:00Z","freeCancellationDateTimeZone":"UTC""#
            ), "/deferredPaymentRequest/freeCancellationDate"
        ),
        (
            """
            "lineItems":[{"label":"Card","amount":"20.00"}],
            "automaticReloadPaymentRequest":{"paymentDescription":"Card",
                "managementURL":"https://shop.example/a","automaticReloadBilling":{"label":"Reload",
                    "amount":"5.00","automaticReloadPaymentThresholdAmount":"0.00"}}
            """,
            "/automaticReloadPaymentRequest/automaticReloadBilling/automaticReloadPaymentThresholdAmount"
        ),
    ])
    func `terms that can never apply are refused`(members: String, pointer: String) async throws {
        let shop = try await Shop.open(settings: #"{"countryCode":"US"}"#)
        let reply = try await shop.ask(
            "POST", "/v1/checkouts",
            "{\"currencyCode\":\"USD\",\(members)}".replacing(#""testClock":"clk","#, with: ""))
        #expect(reply.status == 400)
        #expect(reply.text.contains("\"\(pointer)\""), "\(reply.text)")
        #expect(reply.count("errors") == 1, "\(reply.text)")
    }

    @Test func `a deferred payment is charged on its day, once`() async throws {
        let toaster = try await Self.moving()
        let sheet = try await toaster.shop.checkout(Self.deferred(toaster.clock))
        #expect(try await sheet.pay().number("status") == 0)
        #expect(try await payment(toaster, sheet).string("data.0.status") == "scheduled")
        try await advance(toaster, to: "2099-03-01T11:59:59Z")
        #expect(try await payment(toaster, sheet).string("data.0.status") == "scheduled")
        try await advance(toaster, to: "2099-03-02T00:00:00Z")
        let paid = try await payment(toaster, sheet)
        #expect(paid.string("data.0.status") == "paid")
        let charge = try await toaster.shop.ask(
            "GET", "/v1/checkouts/\(paid.string("data.0.charge")!)")
        #expect(charge.string("capturedAmount") == "80.00")
        #expect(charge.string("status") == "captured")
    }

    @Test func `a later payment can be canceled freely until its date, then only explicitly`()
        async throws
    {
        let toaster = try await Self.moving()
        let sheet = try await toaster.shop.checkout(Self.deferred(toaster.clock, Self.freely))
        #expect(try await sheet.pay().number("status") == 0)
        let id = try await payment(toaster, sheet).string("data.0.id")!
        let path = "/v1/later-payments/\(id)/cancel"
        try await advance(toaster, to: "2099-02-01T12:00:01Z")
        let late = try await toaster.shop.ask("POST", path)
        #expect(late.status == 409)
        #expect(late.string("code") == "free_cancellation_over")
        let onPurpose = try await toaster.shop.ask(
            "POST", path, #"{"afterFreeCancellation":true}"#)
        #expect(onPurpose.string("status") == "canceled")
        try await advance(toaster, to: "2099-04-01T00:00:00Z")
        #expect(try await payment(toaster, sheet).string("data.0.status") == "canceled")
        let other = try await toaster.shop.checkout(Self.deferred(toaster.clock, Self.freely))
        #expect(try await other.pay().number("status") == 0)
        #expect(try await TestServer.shared.value.charges(of: toaster.shop.merchant) == 2)
    }

    @Test func `a declined later payment is retried, and one with a lost card is not`() async throws
    {
        for (renewals, status, tries) in [
            (#""insufficient_funds","approve""#, "paid", 2), (#""lost_card""#, "failed", 1),
            (#""do_not_honor""#, "failed", 5),
        ] {
            let toaster = try await Self.moving()
            let sheet = try await toaster.shop.checkout(Self.deferred(toaster.clock))
            #expect(
                try await sheet.pay(sandbox: "\"renewals\":[\(renewals)]").number("status") == 0)
            try await advance(toaster, to: "2099-04-01T00:00:00Z")
            let ended = try await payment(toaster, sheet)
            #expect(ended.string("data.0.status") == status)
            #expect(ended.number("data.0.tries") == tries)
        }
    }

    @Test(arguments: [false, true])
    func `a dispute pauses the subscription, even one that is already paused`(isPaused: Bool)
        async throws
    {
        let toaster = try await Toaster.open()
        let plan = try await toaster.plan()
        let sheet = try await toaster.sheet(plan)
        let paid = try await sheet.pay(sandbox: #""dispute":"open""#, contact: Toaster.buyer)
        #expect(paid.number("status") == 0)
        let subscription = try await toaster.subscription(of: sheet)
        if isPaused {
            let paused = try await toaster.shop.ask(
                "POST", "/v1/subscriptions/\(subscription)/pause",
                #"{"resumesAt":"2026-01-20T10:00:00Z"}"#)
            #expect(paused.string("status") == "paused")
        }
        let database = try await TestServer.shared.value.database
        let reference: String = try await database.run(
            """
            SELECT reference FROM sandbox.disputes
            WHERE merchant_id = \(toaster.shop.merchant.number)
            """)[0].get("reference")
        let heard = try await toaster.shop.ask(
            as: nil, "POST", "/v1/processors/sandbox/\(toaster.shop.merchant.identifier)",
            #"{"type":"dispute","reference":"\#(reference)"}"#)
        #expect(heard.status == 204)
        try await Toaster.work()
        let found = try await toaster.find(subscription)
        #expect(found.string("status") == "paused")
        #expect(found.string("reason") == "disputed")
        #expect(found["resumesAt"] == nil)
        try await toaster.advance(to: "2026-02-20T10:00:00Z")
        #expect(try await toaster.invoices(subscription) == ["0 paid 9.00"])
    }
}
