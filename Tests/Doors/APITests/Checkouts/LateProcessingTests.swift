import Checkouts
import Customers
import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Subscriptions

/// Payments whose subscription or invoice a worker updates late, for example because the server
/// died after the bank's answer.
@Suite struct LateProcessingTests {
    /// Pays a checkout and keeps workers from processing the payment.
    private func pay(_ sheet: OpenedCheckout) async throws {
        try await scheduleCheck(sheet, at: nil)
        #expect(try await sheet.pay(contact: Toaster.buyer).number("status") == 0)
    }

    private func scheduleCheck(_ sheet: OpenedCheckout, at moment: Instant?) async throws {
        let id = CheckoutSession.ID(sheet.id)!
        try await TestServer.shared.value.database.run(
            """
            UPDATE enrolments SET look_at = \(moment)
            WHERE merchant_id = \(id.merchant) AND checkout_id = \(id.uuid)
            """)
    }

    /// Lets a worker process the payment late.
    private func see(_ sheet: OpenedCheckout) async throws {
        try await scheduleCheck(sheet, at: TestServer.now())
        let id = CheckoutSession.ID(sheet.id)!
        let recover = RecoverEnrollments(try await Toaster.paymentContext())
        try await eventually("the worker has checked the enrollment") {
            _ = try await recover(at: TestServer.now())
            return try await TestServer.shared.value.database.run(
                """
                SELECT true FROM enrolments WHERE merchant_id = \(id.merchant)
                    AND checkout_id = \(id.uuid) AND look_at IS NULL
                """
            ).count == 1
        }
    }

    private func refundAll(_ sheet: OpenedCheckout) async throws {
        let refund = try await sheet.shop.ask("POST", "/v1/checkouts/\(sheet.id)/refunds", "{}")
        #expect(refund.string("checkout.status") == "refunded")
    }

    @Test(arguments: [false, true])
    func `a worker starts a paid subscription late, unless it was refunded`(isRefunded: Bool)
        async throws
    {
        let toaster = try await Toaster.open()
        let sheet = try await toaster.sheet(toaster.plan())
        try await pay(sheet)
        if isRefunded { try await refundAll(sheet) }
        try await see(sheet)
        let found = try await toaster.shop.ask("GET", "/v1/subscriptions?checkout=\(sheet.id)")
        #expect(found.count("data") == (isRefunded ? 0 : 1))
        // A worker that failed and schedules a retry changes nothing: the enrollment is done.
        let done = Enrollment(
            .begin, checkout: CheckoutSession.ID(sheet.id)!, createdAt: TestServer.now())
        let database = try await TestServer.shared.value.database
        try await database.run(done.scheduleCheck(at: TestServer.now()))
        #expect(try await database.run(Enrollment.find(done.checkout)).isEmpty)
    }

    @Test func `a refunded payment for a change is neither applied nor credited`() async throws {
        let (toaster, subscription) = try await Toaster.halfway()
        let dearer = try await toaster.plan(Toaster.monthly("60.00"))
        let quote = try await toaster.change(subscription, #"{"plan":"\#(dearer)"}"#)
        let named = #"{"quote":"\#(quote.string("quote")!)"}"#
        let asked = try await toaster.change(subscription, named)
        let sheet = OpenedCheckout(
            shop: toaster.shop, id: asked.string("checkout")!,
            secret: asked.string("clientSecret")!, reply: asked)
        try await pay(sheet)
        try await refundAll(sheet)
        try await see(sheet)
        let found = try await toaster.find(subscription)
        #expect(found.string("plan") != dearer)
        #expect(found["balance"] == nil)
        #expect(try await toaster.change(subscription, named).string("code") == "quote_stale")
    }

    @Test func `a change that came too late does not fix the period's unit of proration`()
        async throws
    {
        let (toaster, subscription) = try await Toaster.halfway()
        let dearer = try await toaster.plan(Toaster.monthly("60.00"))
        let quote = try await toaster.change(
            subscription, #"{"plan":"\#(dearer)","proration":"day"}"#)
        let asked = try await toaster.change(
            subscription, #"{"quote":"\#(quote.string("quote")!)"}"#)
        let invoices = try await toaster.shop.ask(
            "GET", "/v1/invoices?subscription=\(subscription)")
        let sheet = toaster.opened(asked)
        try await pay(sheet)
        let refund = try await toaster.shop.ask(
            "POST", "/v1/checkouts/\(invoices.string("data.0.checkout") ?? "")/refunds",
            #"{"amount":"10.00"}"#)
        #expect(refund.status == 201)
        try await see(sheet)
        #expect(try await toaster.find(subscription).string("plan") != dearer)
        let other = try await toaster.change(
            subscription, #"{"plan":"\#(dearer)","proration":"second"}"#)
        #expect(other.string("proration") == "second", "\(other.text)")
    }

    @Test func `an invoice whose payment was refunded is still paid`() async throws {
        let toaster = try await Toaster.open()
        let subscription = try await toaster.subscribe(
            to: toaster.plan(), renewals: ["lost_card"])
        try await toaster.advance(to: "2026-01-12T10:00:00Z")
        let sheet = try await toaster.paymentSheet(subscription)
        try await pay(sheet)
        try await refundAll(sheet)
        try await see(sheet)
        #expect(try await toaster.invoices(subscription) == ["0 paid 9.00", "1 paid 9.00"])
        #expect(try await toaster.find(subscription)["balance"] == nil)
    }

    @Test func `a customer who was erased in the meantime is not charged later`() async throws {
        let toaster = try await Toaster.open()
        let first = try await toaster.find(toaster.subscribe(to: toaster.plan()))
        let customer = Customer.ID(first.string("customer")!)!
        #expect(
            try await toaster.shop.ask("DELETE", "/v1/customers/\(customer.text)").status == 204)
        let sheet = try await toaster.shop.checkout(LaterPaymentTests.deferred(toaster.clock))
        let id = CheckoutSession.ID(sheet.id)!
        try await TestServer.shared.value.database.run(
            """
            UPDATE checkouts SET customer_id = \(customer.uuid)
            WHERE merchant_id = \(id.merchant) AND checkout_id = \(id.uuid)
            """)
        try await pay(sheet)
        try await see(sheet)
        let found = try await toaster.shop.ask("GET", "/v1/later-payments?checkout=\(sheet.id)")
        #expect(found.count("data") == 0)
    }
}
