import Merchants
import Postgres
import TestSupport
import Testing
import Vocabulary

@testable import Checkouts
@testable import Processors
@testable import Subscriptions

/// A balance that is reloaded automatically whenever it falls below a threshold.
@Suite struct ReloadTests {
    private let shop: Shop
    private let balance: String

    init() async throws {
        shop = try await Shop.open(settings: #"{"countryCode":"US"}"#)
        balance = try await shop.ask(
            "POST", "/v1/balances", #"{"kind":"prepaid","currencyCode":"USD"}"#
        ).string("id")!
    }

    /// Pays a checkout that puts 20 into the balance and agrees to reloads.
    private func agreement(
        _ amount: String, below threshold: String, _ members: String = "", paying: String = ""
    ) async throws -> OpenedCheckout {
        let sheet = try await shop.checkout(
            """
            \(toppingUp("20.00")),
            "automaticReloadPaymentRequest":{"paymentDescription":"Card",
                "managementURL":"https://shop.example/a","automaticReloadBilling":{"label":"Reload",
                    "amount":"\(amount)","automaticReloadPaymentThresholdAmount":"\(threshold)"}}\(members)
            """)
        #expect(try await sheet.pay(sandbox: paying).number("status") == 0)
        return sheet
    }

    private func toppingUp(_ amount: String) -> String {
        #""lineItems":[{"label":"Card","amount":"\#(amount)","creditsBalance":"\#(balance)"}]"#
    }

    private func amount() async throws -> String? {
        try await shop.ask("GET", "/v1/balances/\(balance)").string("available")
    }

    private func payment(_ sheet: OpenedCheckout) async throws -> Reply {
        try await shop.ask("GET", "/v1/later-payments?checkout=\(sheet.id)")
    }

    /// Runs the workers until no reload is due.
    private func work(_ sheet: OpenedCheckout) async throws {
        // Another test's worker may hold the lease.
        try await eventually("no charge is due") {
            try await Toaster.work()
            return try await payment(sheet)["data.0.nextTryAt"] == nil
        }
    }

    private func debit(_ amount: String) async throws {
        let reply = try await shop.ask(
            "POST", "/v1/balances/\(balance)/debits",
            #"{"amount":"\#(amount)","currencyCode":"USD"}"#)
        #expect(reply.status == 201)
    }

    /// Disputes the payment of a checkout at the bank.
    private func dispute(_ checkout: String) async throws {
        let id = Identifier<CheckoutSession>(checkout)!
        let database = try await TestServer.shared.value.database
        let attempt: UUID128 = try await database.run(
            """
            SELECT attempt_id FROM attempts
            WHERE merchant_id = \(id.merchant) AND checkout_id = \(id.uuid)
            """)[0].get("attempt_id")
        let charge = AttemptKey(Attempt.ID(merchant: id.merchant, uuid: attempt))
        let reference = "dp_\(charge.text)"
        try await database.run(
            DisputeReport.open(
                reference, of: charge, amount: nil, reason: "fraudulent", at: TestServer.now()))
        let heard = try await shop.ask(
            as: nil, "POST", "/v1/processors/sandbox/\(shop.merchant.identifier)",
            #"{"type":"dispute","reference":"\#(reference)"}"#)
        #expect(heard.status == 204)
        try await Toaster.work()
    }

    @Test func `a debit below the threshold reloads the balance once`() async throws {
        let sheet = try await agreement("15.00", below: "10.00")
        #expect(try await amount() == "20.00")
        try await debit("10.00")
        try await work(sheet)
        #expect(try await amount() == "10.00")
        try await debit("0.01")
        try await work(sheet)
        #expect(try await amount() == "24.99")
        try await work(sheet)
        #expect(try await amount() == "24.99")
        // The next debit below the threshold reloads it once more.
        try await debit("20.00")
        try await work(sheet)
        #expect(try await amount() == "19.99")
        #expect(try await payment(sheet).string("data.0.kind") == "reload")
        #expect(try await payment(sheet).string("data.0.status") == "active")
    }

    @Test func `ten simultaneous debits below the threshold reload the balance once`() async throws
    {
        let sheet = try await agreement("50.00", below: "19.00")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<10 {
                group.addTask { try await debit("1.00") }
                group.addTask { try await Toaster.work() }
            }
            try await group.waitForAll()
        }
        try await work(sheet)
        #expect(try await amount() == "60.00")
    }

    @Test func `a debit during a reload counts when the reload is done`() async throws {
        // On a test clock a reload is charged only when the clock advances.
        let clock = try await shop.ask(
            "POST", "/v1/test-clocks", #"{"now":"2026-01-05T10:00:00Z"}"#
        ).string("id")!
        _ = try await agreement("5.00", below: "10.00", #","testClock":"\#(clock)""#)
        for spent in ["12.00", "4.00"] {
            try await debit(spent)
            try await Toaster.dispatchEvents()
        }
        try await Toaster(shop: shop, clock: clock).advance(to: "2026-01-05T10:00:01Z")
        // The balance has 4, and 5 more are still below the threshold.
        #expect(try await amount() == "14.00")
    }

    @Test func `of two agreements only one whose threshold is crossed reloads the balance`()
        async throws
    {
        let little = try await agreement("5.00", below: "10.00")
        let much = try await agreement("50.00", below: "30.00")
        try await debit("15.00")
        try await work(much)
        #expect(try await amount() == "75.00")
        #expect(try await payment(little)["data.0.charge"] == nil)
    }

    @Test(arguments: [true, false])
    func `if a debit crosses both thresholds only the agreement with the higher one reloads`(
        isLowerFirst: Bool
    ) async throws {
        let older = try await agreement(
            isLowerFirst ? "5.00" : "50.00", below: isLowerFirst ? "10.00" : "30.00")
        let newer = try await agreement(
            isLowerFirst ? "50.00" : "5.00", below: isLowerFirst ? "30.00" : "10.00")
        try await debit("35.00")
        try await work(older)
        try await work(newer)
        #expect(try await amount() == "55.00")
        for sheet in [older, newer] {
            #expect(try await payment(sheet).string("data.0.status") == "active")
        }
    }

    @Test func `if one agreement's charge fails the other reloads the balance`() async throws {
        let renewals = #""renewals":["lost_card"]"#
        let much = try await agreement("50.00", below: "30.00", paying: renewals)
        let little = try await agreement("5.00", below: "10.00")
        try await debit("39.00")
        try await work(much)
        try await work(little)
        #expect(try await payment(much).string("data.0.status") == "failed")
        #expect(try await amount() == "6.00")
    }

    @Test func `a refund that reduces the balance triggers no reload`() async throws {
        let sheet = try await agreement("15.00", below: "10.00")
        let back = try await shop.ask(
            "POST", "/v1/checkouts/\(sheet.id)/refunds", #"{"amount":"15.00"}"#)
        #expect(back.status < 300)
        try await work(sheet)
        #expect(try await amount() == "5.00")
    }

    @Test func `a dispute of a reload ends the agreement, a dispute of a gift does not`()
        async throws
    {
        let sheet = try await agreement("15.00", below: "10.00")
        let gift = try await shop.checkout(toppingUp("3.00"))
        #expect(try await gift.pay().number("status") == 0)
        try await dispute(gift.id)
        #expect(try await payment(sheet).string("data.0.status") == "active")
        // The merchant trusts the owner of the balance.
        let thawed = try await shop.ask("POST", "/v1/balances/\(balance)/unfreeze")
        #expect(thawed.status == 200)
        try await debit("15.00")
        try await work(sheet)
        let charge = try await shop.ask("GET", "/v1/checkouts?limit=1").string("data.0.id")!
        let charged = try await shop.ask("GET", "/v1/checkouts/\(charge)")
        #expect(try await charged.string("laterPayment") == payment(sheet).string("data.0.id"))
        try await dispute(charge)
        #expect(try await payment(sheet).string("data.0.status") == "failed")
    }
}
