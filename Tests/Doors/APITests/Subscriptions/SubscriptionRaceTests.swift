import Checkouts
import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Payments
@testable import Subscriptions

/// A buyer pays an invoice at the moment in which it is canceled or becomes uncollectible.
@Suite struct SubscriptionRaceTests {
    /// A subscription whose card is lost, and the checkout in which its buyer may pay the invoice.
    private func owing() async throws -> (Toaster, String, OpenedCheckout) {
        let toaster = try await Toaster.open()
        let subscription = try await toaster.subscribe(
            to: toaster.plan(), renewals: ["lost_card"])
        try await toaster.advance(to: "2026-01-20T10:00:00Z")
        return (toaster, subscription, try await toaster.paymentSheet(subscription))
    }

    private func paySlowly(_ sheet: OpenedCheckout) async throws -> Int? {
        try await sheet.pay(sandbox: #""outcome":"slow","delayMilliseconds":1500"#)
            .number("status")
    }

    private func isPaying(_ sheet: OpenedCheckout) async throws {
        try await eventually("the bank has the request") {
            try await sheet.state().string("status") == "authorizing"
        }
    }

    @Test func `a subscription cannot be canceled while its buyer is paying`() async throws {
        let (toaster, subscription, sheet) = try await owing()
        async let paid = paySlowly(sheet)
        try await isPaying(sheet)
        let canceled = try await toaster.shop.ask(
            "POST", "/v1/subscriptions/\(subscription)/cancel", #"{"at":"now"}"#)
        #expect(canceled.status == 409)
        #expect(canceled.string("code") == "payment_in_progress")
        #expect(canceled.http["retry-after"] != nil)
        #expect(try await paid == 0)
        #expect(try await toaster.invoices(subscription) == ["0 paid 9.00", "1 paid 9.00"])
        #expect(try await toaster.find(subscription).string("status") == "active")
    }

    @Test func `an invoice does not become uncollectible while its buyer pays it`() async throws {
        let (toaster, subscription, sheet) = try await owing()
        async let paid = paySlowly(sheet)
        try await isPaying(sheet)
        // The sixteenth day, the last of dunning, ends during the payment.
        try await toaster.advance(to: "2026-01-28T10:00:01Z")
        #expect(try await paid == 0)
        #expect(try await toaster.invoices(subscription).contains("1 paid 9.00"))
        #expect(try await toaster.find(subscription).string("status") != "canceled")
    }

    @Test func `an uncollectible invoice closes its checkout`() async throws {
        let (toaster, subscription, sheet) = try await owing()
        try await toaster.advance(to: "2026-01-28T10:00:01Z")
        #expect(
            try await toaster.invoices(subscription) == ["0 paid 9.00", "1 uncollectible 9.00"])
        #expect(try await sheet.pay().string("code") == "checkout_not_open")
        #expect(try await TestServer.shared.value.charges(of: toaster.shop.merchant) == 1)
    }

    @Test func `a paid invoice that is not stored as paid gets no second checkout`() async throws {
        let (toaster, subscription, sheet) = try await owing()
        #expect(try await sheet.pay().number("status") == 0)
        let id = Identifier<Subscription>(subscription)!
        // The state after a server died between the payment and the update of the invoice.
        try await TestServer.shared.value.database.run(
            """
            UPDATE invoices SET state = 'open', ended_at = NULL
            WHERE merchant_id = \(id.merchant) AND subscription_id = \(id.uuid) AND period = 1
            """)
        let again = try await toaster.shop.ask(
            "POST", "/v1/subscriptions/\(subscription)/payment-sheet")
        #expect(again.status == 409)
        #expect(again.string("code") == "payment_in_progress")
    }

    @Test func `the result of a replaced checkout does not affect the current one`()
        async throws
    {
        let (toaster, subscription, sheet) = try await owing()
        let database = try await TestServer.shared.value.database
        let id = Identifier<Subscription>(subscription)!
        let row = try #require(try await database.run(Invoice.lockOpen(of: id)).first)
        let invoice = try Invoice(row: row)
        let late = InvoiceResult(
            invoice: invoice,
            checkout: CheckoutSession.ID(
                merchant: id.merchant, uuid: TestServer.identify(TestServer.now())),
            outcome: .attempted(.gone))
        let record = RecordInvoiceResults([late], at: BillingTime(TestServer.moment()))
        #expect(try await database.transaction { try record(in: $0) } == 0)
        #expect(try await toaster.paymentSheet(subscription).id == sheet.id)
    }
}
