import Balances
import CartSupport
import Contacts
import Customers
import Merchants
import Postgres
import Processors
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// Payments whose buyer was erased (docs/decisions/0014).
struct ErasureTests {
    /// Shipping to California costs 5.00, and the tax there is 10 %.
    private static func till() async throws -> Till {
        try await Till { settings in
            settings.taxRates = [
                rate("3", in: germany), rate("10", region: "US-CA", delivery: true),
            ]
            settings.shippingZones = [
                zone(
                    "hawaii", [ShippingArea(country: america, regions: ["US-HI"])]),
                zone("states", [ShippingArea(country: america)]),
            ]
        }
    }

    /// Two items for 20.00, which with shipping and tax are 27.50, and the buyer's account.
    private static func paid(
        _ till: Till, _ bank: SettlingBank, _ change: (inout CheckoutRequest) -> Void = { _ in }
    ) async throws -> (Sheet, Customer.ID) {
        let sheet = try await till.checkout {
            $0 = delivered(cart(item("5.00", 2), item("10.00")))
            change(&$0)
        }
        let select = SelectShippingContact(question: till.question(sheet), contact: Till.ada)
        _ = try await till.database.transaction { try select(in: $0) }
        #expect(
            try await till.pay(sheet, .card(shipping: Till.ada), by: bank.processor).isSuccess)
        return (try await till.sheet(sheet), try await till.account(of: sheet))
    }

    /// The same, and then the buyer is erased.
    private static func erased(
        _ till: Till, _ bank: SettlingBank, _ change: (inout CheckoutRequest) -> Void = { _ in }
    ) async throws -> Sheet {
        let (sheet, customer) = try await paid(till, bank, change)
        #expect(
            try await till.remains(of: sheet) == ["contacts", "hash", "key", "place", "question"])
        try await till.erase(customer)
        #expect(try await till.remains(of: sheet) == [])
        return try await till.sheet(sheet)
    }

    private static func shown(_ till: Till, _ sheet: Sheet) async throws -> FindCheckout.Outcome {
        try await FindCheckout(checkout: sheet.id, generation: nil, language: .english)(
            on: till.database, registry: Registry(database: till.database, now: { now }),
            keys: till.keys)
    }

    @Test func `items are refunded with tax and shipping although the address is erased`()
        async throws
    {
        let (till, bank) = (try await Self.till(), SettlingBank())
        let sheet = try await Self.erased(till, bank)
        #expect(sheet.captured == 2750 && sheet.privacy.key == nil)
        let shown = try await Self.shown(till, sheet)
        #expect(shown.price.total == money("27.50") && shown.price.delivery == money("5.00"))
        #expect(shown.contacts == SheetContacts())
        let first = try await till.refund(sheet, items: [(0, 1)], by: bank.processor)
        #expect(first.noun.amount == money("5.50"))
        let rest = try await till.refund(sheet, items: [(0, 1), (1, 1)], by: bank.processor)
        #expect(rest.noun.amount == money("22.00"))
        #expect(rest.sheet.state == .refunded)
    }

    @Test func `an authorized payment is captured by item, and the rest released`() async throws {
        let (till, bank) = (try await Self.till(), SettlingBank())
        let sheet = try await Self.erased(till, bank) { $0.captureMethod = .manual }
        let part = try await till.capture(sheet, items: [(1, 1)], by: bank.processor)
        #expect(part.noun.amount == money("11.00"))
        try await till.void(sheet, by: bank.processor)
        let after = try await till.sheet(sheet)
        #expect(after.state == .captured && after.captured == 1100)
    }

    @Test func `an authorized payment is voided`() async throws {
        let (till, bank) = (try await Self.till(), SettlingBank())
        let sheet = try await Self.erased(till, bank) { $0.captureMethod = .manual }
        try await till.void(sheet, by: bank.processor)
        #expect(try await till.sheet(sheet).state == .canceled)
        #expect(await bank.asked == ["void"])
    }

    @Test func `a pending price becomes final by the erased address's tariff`() async throws {
        let (till, bank) = (try await Self.till(), SettlingBank())
        let sheet = try await Self.erased(till, bank) {
            $0 = delivered(cart(item("5.00", 2), item("10.00", pending: true)))
            $0.authorizationAmount = money("27.50")
            $0.maximumAmount = money("40.00")
        }
        #expect(sheet.state == .authorized)
        // As the route does: a checkout that may not be revised any more is refused, and its price
        // becomes final instead.
        let revise = ReviseCheckout(question: till.question(sheet), change: { $0 })
        await #expect(throws: CheckoutRefusal.notOpen(.authorized)) {
            try await till.database.transaction { _ = try revise(in: $0) }
        }
        try await till.finalize(
            sheet,
            { old in
                var new = old
                new.basket = .items([item("5.00", 2), item("20.00")])
                return new
            }, by: bank.processor)
        let after = try await till.sheet(sheet)
        #expect(after.state == .captured && after.captured == 3850)
    }

    @Test func `a dispute is recorded`() async throws {
        let (till, bank) = (try await Self.till(), SettlingBank())
        let sheet = try await Self.erased(till, bank)
        let attempt = try await till.attempts(sheet)[0]
        for state in [DisputeReport.State.opened, .won] {
            try await till.hear(
                DisputeReport(
                    reference: "dispute", charge: AttemptKey(attempt.id), amount: money("27.50"),
                    reason: "fraudulent", state: state), of: sheet)
            #expect(try await till.sheet(sheet).disputed == (state == .opened ? 2750 : 0))
        }
        #expect(
            try await till.events(sheet)
                == ["checkout.captured", "dispute.opened", "dispute.won"])
    }

    @Test func `a capture and a refund in progress are completed`() async throws {
        let (till, bank) = (try await Self.till(), SettlingBank())
        let (sheet, customer) = try await Self.paid(till, bank) { $0.captureMethod = .manual }
        await bank.lose(1)
        let capture = try await till.capture(sheet, by: bank.processor).noun
        #expect(capture.state == .unknown)
        try await till.erase(customer)
        #expect(try await till.settle(capture, by: bank.processor))
        #expect(try await till.sheet(sheet).captured == 2750)
        await bank.hold(true)
        let refund = try await till.refund(sheet, 750, by: bank.processor).noun
        try await till.erase(customer)
        await bank.hold(false)
        #expect(try await till.settle(refund, by: bank.processor))
        let after = try await till.sheet(sheet)
        #expect(after.refunded == 750 && after.refunding == 0 && after.privacy.key == nil)
    }

    @Test func `a refund as store credit opens a balance of the erased customer`() async throws {
        let (till, bank) = (try await Self.till(), SettlingBank())
        let sheet = try await Self.erased(till, bank)
        let refund = try await till.refund(sheet, to: .balance(nil), by: bank.processor)
        let balance = try await till.balance(try #require(refund.noun.credit).balance)
        #expect(balance.customer == sheet.customer?.uuid && balance.amount == money("27.50"))
    }

    @Test func `an unpaid checkout is canceled, and its balances are released`() async throws {
        let till = try await Till()
        let customer = try await till.account()
        let card = try await till.balance("12.00")
        let (one, other) = (try await till.checkout(), try await till.checkout())
        for sheet in [one, other] { try await till.give(sheet, to: customer) }
        try await till.attach(card, to: one)
        #expect(try await till.says(card) == "12.00 held 10.00")
        try await till.erase(customer)
        #expect(try await till.says(card) == "12.00 held 0.00")
        for sheet in [one, other] {
            #expect(try await till.sheet(sheet).state == .canceled)
            #expect(try await till.events(sheet) == ["checkout.canceled"])
            #expect(try await till.remains(of: sheet) == [])
            let end = await End { try await till.pay(sheet, by: .unimplemented) }
            #expect(end == .refused("\(CheckoutRefusal.notOpen(.canceled))"))
        }
    }

    @Test func `an erasure does not wait for a charge that is being voided`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database) { $0.lateSuccess = .void }
            let customer = try await till.account()
            let sheet = try await till.checkout()
            try await till.give(sheet, to: customer)
            let bank = Bank()
            _ = try await till.pay(sheet, by: bank.processor(Bank.lose))
            let approval = Bank.approval(of: bank.asked.all[0])
            var processor = bank.processor()
            processor.find = { (_) async throws(ProcessorFault) in .approved(approval) }
            _ = try await till.recover(by: processor, at: now.adding(seconds: 6))
            #expect(try await till.attempts(sheet).map(\.state) == [.voiding])
            try await till.erase(customer, at: now.adding(seconds: 7))
            #expect(try await till.sheet(sheet).state == .canceled)
            #expect(try await till.recover(by: processor, at: now.adding(seconds: 8)) == 1)
            #expect(try await till.attempts(sheet).map(\.state) == [.voided])
        }
    }

    @Test func `an expired checkout stays expired, and cannot be paid`() async throws {
        let till = try await Till()
        let customer = try await till.account()
        let sheet = try await till.checkout()
        try await till.give(sheet, to: customer)
        let late = sheet.expiresAt.adding(seconds: 1)
        try await till.erase(customer, at: late)
        #expect(try await till.sheet(sheet).state(at: late) == .expired)
        #expect(try await till.events(sheet) == [])
        let end = await End { try await till.pay(sheet, by: .unimplemented) }
        #expect(end == .refused("\(CheckoutRefusal.notOpen(.expired))"))
    }

    /// The buyer's hash is erased; the number of redemptions stays.
    @Test(arguments: [true, false])
    func `a coupon forgets its buyer, not its redemption`(isPaidByBalance: Bool) async throws {
        let till = try await Till()
        let coupon = try await till.coupon(
            "ONCE",
            CouponTerms(
                reduction: .percentage(Rate(percent: "10")!), redemptionsMax: 2,
                redemptionsPerBuyerMax: 1))
        func pay() async throws -> (Sheet, AuthorizationAnswer) {
            let sheet = try await till.checkout(coupon: coupon) {
                $0.supportsCouponCode = true
                $0.requiredShippingContactFields = [.email]
            }
            let ada = Contact(emailAddress: "ada@example.com")
            guard isPaidByBalance else {
                return (
                    sheet, try await till.pay(sheet, .card(shipping: ada), by: Bank().processor())
                )
            }
            try await till.attach(try await till.balance("10.00"), to: sheet)
            return (sheet, try await till.payByBalance(sheet, shipping: ada))
        }
        let (sheet, paid) = try await pay()
        #expect(paid.isSuccess)
        #expect(try await pay().1.errors.map(\.code) == [.couponCodeInvalid])
        try await till.erase(try await till.account(of: sheet))
        #expect(try await till.remains(of: sheet) == [])
        #expect(try await till.redemptions(coupon) == 1)
        #expect(try await pay().1.isSuccess)
        #expect(try await till.redemptions(coupon) == 2)
    }

    /// A change of columns → the constraint that refuses it.
    @Test(arguments: [
        ("erased_at = now()", "erased_customers_have_no_contact_and_no_key"),
        ("erased_at = now(), contact = NULL", "erased_customers_have_no_contact_and_no_key"),
        ("erased_at = now(), data_key = NULL", "erased_customers_have_no_contact_and_no_key"),
        ("contact = NULL", "customers_have_both_until_they_are_erased"),
        ("data_key = NULL", "customers_have_both_until_they_are_erased"),
    ])
    func `the table refuses personal data for an erased customer`(set: String, name: String)
        async throws
    {
        let till = try await Till()
        let customer = try await till.account()
        let error = await #expect(throws: PostgresError.self) {
            try await till.database.run(
                """
                UPDATE customers SET \(Query(raw: set))
                WHERE merchant_id = \(customer.merchant) AND customer_id = \(customer.uuid)
                """)
        }
        #expect(error?.constraintName == name)
    }

    @Test func `a tariff replaces an erased place, and never exists beside one`() async throws {
        let till = try await Till()
        let sheet = try await till.checkout()
        let error = await #expect(throws: PostgresError.self) {
            try await till.database.run(
                """
                UPDATE checkouts SET tariff = '{}'
                WHERE merchant_id = \(till.merchant.number) AND checkout_id = \(sheet.id.uuid)
                """)
        }
        #expect(error?.constraintName == "tariffs_stand_for_a_place_that_is_forgotten")
    }

    @Test func `another customer's checkouts keep their data`() async throws {
        let till = try await Till()
        let (one, other) = (try await till.account(), try await till.account())
        try await till.erase(one)
        let export = try await till.export(other)
        #expect(export.checkouts.count == 1 && export.balances?.isEmpty == true)
        #expect(export.customer.contact?.familyName == "Byron")
        #expect(export.checkouts[0].contacts.shipping?.familyName == "Byron")
    }
}
