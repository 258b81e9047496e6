import Balances
import Checkouts
import Merchants
import Payments
import Postgres
import Subscriptions
import TestSupport
import Testing
import Vocabulary

@testable import API

/// Changes to the checkouts of plans and invoices while workers charge them.
@Suite struct InvoiceCheckoutTests {
    @Test func `a plan's checkout keeps its price when the merchant changes it`() async throws {
        let toaster = try await Toaster.open()
        let sheet = try await toaster.sheet(toaster.plan())
        for change in [
            #"{"lineItems":[{"label":"Crumb","amount":"0.01"}]}"#,
            #"{"items":[{"name":"Crumb","unitPrice":"0.01"}]}"#, #"{"shippingMethods":null}"#,
            #"{"maximumAmount":"1.00"}"#,
        ] {
            let reply = try await toaster.shop.ask("PATCH", "/v1/checkouts/\(sheet.id)", change)
            #expect(reply.status == 400)
            #expect(reply.string("errors.0.code") == "conflict")
        }
        let noted = try await toaster.shop.ask(
            "PATCH", "/v1/checkouts/\(sheet.id)", #"{"reference":"another"}"#)
        #expect(noted.string("reference") == "another")
        #expect(try await sheet.pay(contact: Toaster.buyer).number("status") == 0)
        let subscription = try await toaster.subscription(of: sheet)
        #expect(try await toaster.invoices(subscription) == ["0 paid 9.00"])
    }

    @Test func `a balance that the merchant attaches pays before the card`() async throws {
        let toaster = try await Toaster.open()
        let shop = toaster.shop
        let subscription = try await toaster.subscribe(
            to: toaster.plan(), renewals: ["insufficient_funds", "approve"])
        try await toaster.advance(to: "2026-01-12T10:00:00Z")
        let invoice = try await shop.ask("GET", "/v1/invoices?status=open")
        let checkout = try #require(invoice.string("data.0.checkout"))
        let balance = try await shop.ask(
            "POST", "/v1/balances",
            #"{"kind":"store_credit","currencyCode":"USD","amount":"4.00"}"#)
        let attached = try await shop.ask(
            "POST", "/v1/checkouts/\(checkout)/balances",
            #"{"balanceId":"\#(balance.string("id") ?? "")"}"#)
        #expect(attached.status == 200, "\(attached.text)")
        try await toaster.advance(to: "2026-01-13T10:00:00Z")
        #expect(try await toaster.invoices(subscription) == ["0 paid 9.00", "1 paid 9.00"])
        let paid = try await shop.ask("GET", "/v1/checkouts/\(checkout)")
        #expect(paid.string("payment.amount") == "5.00")
    }

    @Test func `the card pays an invoice's share of a balance that was spent elsewhere`()
        async throws
    {
        let toaster = try await Toaster.open()
        let shop = toaster.shop
        let subscription = try await toaster.subscribe(
            to: toaster.plan(), renewals: ["insufficient_funds", "approve"])
        try await toaster.advance(to: "2026-01-12T10:00:00Z")
        let sheet = try await toaster.paymentSheet(subscription)
        let balance = try await shop.ask(
            "POST", "/v1/balances",
            #"{"kind":"gift_card","currencyCode":"USD","amount":"4.00"}"#)
        let other = try await shop.ask(
            "POST", "/v1/balances",
            #"{"kind":"gift_card","currencyCode":"USD","amount":"2.00"}"#)
        let attached = try await sheet.ask(
            "balances", #"{"code":"\#(balance.string("code") ?? "")"}"#)
        #expect(attached.string("newTotal.amount") == "5.00", "\(attached.text)")
        let both = try await sheet.ask(
            "balances", #"{"code":"\#(other.string("code") ?? "")"}"#)
        #expect(both.string("newTotal.amount") == "3.00", "\(both.text)")
        // The buyer leaves the checkout and spends the balance elsewhere after its hold has
        // expired.
        let database = try await TestServer.shared.value.database
        try await database.run(
            """
            UPDATE holds SET expires_at = created_at WHERE merchant_id = \(shop.merchant.number)
            """)
        let expire = ExpireHolds(moment: TestServer.moment())
        _ = try await database.transaction { try expire(in: $0) }
        let spent = try await shop.ask(
            "POST", "/v1/balances/\(balance.string("id") ?? "")/debits",
            #"{"amount":"4.00","currencyCode":"USD"}"#)
        #expect(spent.status == 201, "\(spent.text)")
        try await toaster.advance(to: "2026-01-13T10:00:00Z")
        #expect(try await toaster.invoices(subscription) == ["0 paid 9.00", "1 paid 9.00"])
        let paid = try await sheet.state()
        #expect(paid.string("payment.amount") == "7.00", "\(paid.text)")
    }

    @Test func `an invoice that cannot be charged does not delay others`() async throws {
        let toaster = try await Toaster.open()
        let plan = try await toaster.plan()
        let broken = try await toaster.subscribe(to: plan)
        let whole = try await toaster.subscribe(to: plan)
        let database = try await TestServer.shared.value.database
        let calendar = Instant(rfc3339: "2026-01-12T10:00:00Z")!
        let clock = try #require(TestClock.ID(toaster.clock))
        let advance = AdvanceSubscriptions(
            .clock(clock), at: BillingTime(calendar: calendar, moment: TestServer.moment()))
        // One run emits invoice.upcoming, the next starts the invoice.
        for _ in 0..<2 { _ = try await database.transaction { try advance(in: $0) } }
        let id = try #require(Subscription.ID(broken))
        let checkout = try await toaster.shop.checkout().id
        let unreadable = try #require(CheckoutSession.ID(checkout))
        try await database.run(
            """
            UPDATE checkouts SET request = '{}' WHERE merchant_id = \(unreadable.merchant)
                AND checkout_id = \(unreadable.uuid)
            """)
        try await database.run(
            """
            UPDATE invoices SET checkout_id = \(unreadable.uuid)
            WHERE merchant_id = \(id.merchant) AND subscription_id = \(id.uuid)
                AND state = 'open'
            """)
        let charge = try await Toaster.charge()
        await #expect(throws: (any Error).self) {
            _ = try await charge(.clock(clock), at: calendar)
        }
        #expect(try await toaster.invoices(broken) == ["0 paid 9.00", "1 open 9.00"])
        #expect(try await toaster.invoices(whole) == ["0 paid 9.00", "1 paid 9.00"])
    }

    @Test func `checkouts without a processor do not keep workers from others`() async throws {
        let toaster = try await Toaster.open()
        let sheet = try await toaster.sheet(toaster.plan(), isOnClock: false)
        let server = try await TestServer.shared.value
        let recover = RecoverEnrollments(
            PaymentContext(
                database: server.database, registry: server.services.registry,
                keys: server.services.keys, processor: { _ in nil },
                identify: TestServer.identify))
        let due = "SELECT look_at > \(TestServer.now().adding(seconds: 120)) AS is_later" as Query
        let id = try #require(CheckoutSession.ID(sheet.id))
        func isLater() async throws -> Bool {
            try await server.database.run(
                """
                \(due) FROM enrolments WHERE merchant_id = \(id.merchant)
                    AND checkout_id = \(id.uuid)
                """)[0].get("is_later")
        }
        #expect(try await !isLater())
        // Other tests' checkouts may be due first.
        try await eventually("the worker has checked the checkout") {
            _ = try await recover(at: TestServer.now().adding(seconds: 100))
            return try await isLater()
        }
    }
}
