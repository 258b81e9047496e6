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
        _ till: Till, _ bank: StatefulBank, _ change: (inout CheckoutRequest) -> Void = { _ in }
    ) async throws -> (CheckoutSession, Customer.ID) {
        let session = try await till.checkout {
            $0 = delivered(cart(item("5.00", 2), item("10.00")))
            change(&$0)
        }
        let select = SelectShippingContact(context: till.context(session), contact: Till.ada)
        _ = try await till.database.transaction { try select(in: $0) }
        #expect(
            try await till.pay(session, .card(shipping: Till.ada), by: bank.processor).isSuccess)
        return (try await till.session(session), try await till.account(of: session))
    }

    /// The same payment, whose buyer is then erased.
    private static func erased(
        _ till: Till, _ bank: StatefulBank, _ change: (inout CheckoutRequest) -> Void = { _ in }
    ) async throws -> CheckoutSession {
        let (session, customer) = try await paid(till, bank, change)
        #expect(
            try await till.erasableData(of: session) == [
                "contacts", "hash", "key", "place", "question",
            ])
        try await till.erase(customer)
        #expect(try await till.erasableData(of: session) == [])
        return try await till.session(session)
    }

    private static func shown(_ till: Till, _ session: CheckoutSession) async throws
        -> FindCheckout.Outcome
    {
        try await FindCheckout(checkout: session.id, generation: nil, language: .english)(
            on: till.database, registry: Registry(database: till.database, now: { now }),
            keys: till.keys)
    }

    @Test func `items are refunded with tax and shipping although the address is erased`()
        async throws
    {
        let (till, bank) = (try await Self.till(), StatefulBank())
        let session = try await Self.erased(till, bank)
        #expect(session.captured == 2750 && session.privacy.key == nil)
        let shown = try await Self.shown(till, session)
        #expect(shown.price.total == money("27.50") && shown.price.delivery == money("5.00"))
        #expect(shown.contacts == CheckoutContacts())
        let first = try await till.refund(session, items: [(0, 1)], by: bank.processor)
        #expect(first.operation.amount == money("5.50"))
        let rest = try await till.refund(session, items: [(0, 1), (1, 1)], by: bank.processor)
        #expect(rest.operation.amount == money("22.00"))
        #expect(rest.session.state == .refunded)
    }

    @Test func `an authorized payment is captured by item, and the rest released`() async throws {
        let (till, bank) = (try await Self.till(), StatefulBank())
        let session = try await Self.erased(till, bank) { $0.captureMethod = .manual }
        let part = try await till.capture(session, items: [(1, 1)], by: bank.processor)
        #expect(part.operation.amount == money("11.00"))
        try await till.void(session, by: bank.processor)
        let after = try await till.session(session)
        #expect(after.state == .captured && after.captured == 1100)
    }

    @Test func `an erased customer's authorized payment is voided`() async throws {
        let (till, bank) = (try await Self.till(), StatefulBank())
        let session = try await Self.erased(till, bank) { $0.captureMethod = .manual }
        try await till.void(session, by: bank.processor)
        #expect(try await till.session(session).state == .canceled)
        #expect(await bank.asked == ["void"])
    }

    @Test func `a pending price becomes final by the erased address's tariff`() async throws {
        let (till, bank) = (try await Self.till(), StatefulBank())
        let session = try await Self.erased(till, bank) {
            $0 = delivered(cart(item("5.00", 2), item("10.00", pending: true)))
            $0.authorizationAmount = money("27.50")
            $0.maximumAmount = money("40.00")
        }
        #expect(session.state == .authorized)
        // As in the route: a checkout that can no longer be revised is refused, and its price
        // becomes final instead.
        let revise = ReviseCheckout(context: till.context(session), change: { $0 })
        await #expect(throws: CheckoutRefusal.notOpen(.authorized)) {
            try await till.database.transaction { _ = try revise(in: $0) }
        }
        try await till.finalize(
            session,
            { old in
                var new = old
                new.cartContent = .items([item("5.00", 2), item("20.00")])
                return new
            }, by: bank.processor)
        let after = try await till.session(session)
        #expect(after.state == .captured && after.captured == 3850)
    }

    @Test func `a dispute of an erased customer's payment is recorded`() async throws {
        let (till, bank) = (try await Self.till(), StatefulBank())
        let session = try await Self.erased(till, bank)
        let attempt = try await till.attempts(session)[0]
        for state in [DisputeReport.State.opened, .won] {
            try await till.recordDispute(
                DisputeReport(
                    reference: "dispute", charge: AttemptKey(attempt.id), amount: money("27.50"),
                    reason: "fraudulent", state: state), of: session)
            #expect(try await till.session(session).disputed == (state == .opened ? 2750 : 0))
        }
        #expect(
            try await till.events(session)
                == ["checkout.captured", "dispute.opened", "dispute.won"])
    }

    @Test func `a capture and a refund in progress are completed after an erasure`() async throws {
        let (till, bank) = (try await Self.till(), StatefulBank())
        let (session, customer) = try await Self.paid(till, bank) { $0.captureMethod = .manual }
        await bank.lose(1)
        let capture = try await till.capture(session, by: bank.processor).operation
        #expect(capture.state == .unknown)
        try await till.erase(customer)
        #expect(try await till.resolve(capture, by: bank.processor))
        #expect(try await till.session(session).captured == 2750)
        await bank.hold(true)
        let refund = try await till.refund(session, 750, by: bank.processor).operation
        try await till.erase(customer)
        await bank.hold(false)
        #expect(try await till.resolve(refund, by: bank.processor))
        let after = try await till.session(session)
        #expect(after.refunded == 750 && after.refunding == 0 && after.privacy.key == nil)
    }

    @Test func `a refund as store credit opens a balance of the erased customer`() async throws {
        let (till, bank) = (try await Self.till(), StatefulBank())
        let session = try await Self.erased(till, bank)
        let refund = try await till.refund(session, to: .balance(nil), by: bank.processor)
        let balance = try await till.balance(try #require(refund.operation.credit).balance)
        #expect(balance.customer == session.customer?.uuid && balance.amount == money("27.50"))
    }

    @Test func `an unpaid checkout is canceled, and its balances are released`() async throws {
        let till = try await Till()
        let customer = try await till.account()
        let card = try await till.balance("12.00")
        let (one, other) = (try await till.checkout(), try await till.checkout())
        for session in [one, other] { try await till.give(session, to: customer) }
        try await till.attach(card, to: one)
        #expect(try await till.says(card) == "12.00 held 10.00")
        try await till.erase(customer)
        #expect(try await till.says(card) == "12.00 held 0.00")
        for session in [one, other] {
            #expect(try await till.session(session).state == .canceled)
            #expect(try await till.events(session) == ["checkout.canceled"])
            #expect(try await till.erasableData(of: session) == [])
            let end = await End { try await till.pay(session, by: .unimplemented) }
            #expect(end == .refused("\(CheckoutRefusal.notOpen(.canceled))"))
        }
    }

    @Test func `an erasure does not wait for a charge that is being voided`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            let till = try await Till(on: database) { $0.lateSuccess = .void }
            let customer = try await till.account()
            let session = try await till.checkout()
            try await till.give(session, to: customer)
            let bank = Bank()
            _ = try await till.pay(session, by: bank.processor(Bank.lose))
            let approval = Bank.approval(of: bank.asked.all[0])
            var processor = bank.processor()
            processor.find = { (_) async throws(ProcessorFault) in .approved(approval) }
            _ = try await till.recover(by: processor, at: now.adding(seconds: 6))
            #expect(try await till.attempts(session).map(\.state) == [.voiding])
            try await till.erase(customer, at: now.adding(seconds: 7))
            #expect(try await till.session(session).state == .canceled)
            #expect(try await till.recover(by: processor, at: now.adding(seconds: 8)) == 1)
            #expect(try await till.attempts(session).map(\.state) == [.voided])
        }
    }

    @Test func `an expired checkout stays expired, and cannot be paid`() async throws {
        let till = try await Till()
        let customer = try await till.account()
        let session = try await till.checkout()
        try await till.give(session, to: customer)
        let late = session.expiresAt.adding(seconds: 1)
        try await till.erase(customer, at: late)
        #expect(try await till.session(session).state(at: late) == .expired)
        #expect(try await till.events(session) == [])
        let end = await End { try await till.pay(session, by: .unimplemented) }
        #expect(end == .refused("\(CheckoutRefusal.notOpen(.expired))"))
    }

    /// The buyer's hash is erased; the number of redemptions stays.
    @Test(arguments: [true, false])
    func `an erasure removes the buyer of a coupon, not its redemption`(isPaidByBalance: Bool)
        async throws
    {
        let till = try await Till()
        let coupon = try await till.coupon(
            "ONCE",
            CouponTerms(
                reduction: .percentage(Rate(percent: "10")!), redemptionsMax: 2,
                redemptionsPerBuyerMax: 1))
        func pay() async throws -> (CheckoutSession, AuthorizationAnswer) {
            let session = try await till.checkout(coupon: coupon) {
                $0.supportsCouponCode = true
                $0.requiredShippingContactFields = [.email]
            }
            let ada = Contact(emailAddress: "ada@example.com")
            guard isPaidByBalance else {
                return (
                    session,
                    try await till.pay(session, .card(shipping: ada), by: Bank().processor())
                )
            }
            try await till.attach(try await till.balance("10.00"), to: session)
            return (session, try await till.payByBalance(session, shipping: ada))
        }
        let (session, paid) = try await pay()
        #expect(paid.isSuccess)
        #expect(try await pay().1.errors.map(\.code) == [.couponCodeInvalid])
        try await till.erase(try await till.account(of: session))
        #expect(try await till.erasableData(of: session) == [])
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

    @Test func `the table refuses a tariff while the checkout has its data key`() async throws {
        let till = try await Till()
        let session = try await till.checkout()
        let error = await #expect(throws: PostgresError.self) {
            try await till.database.run(
                """
                UPDATE checkouts SET tariff = '{}'
                WHERE merchant_id = \(till.merchant.number) AND checkout_id = \(session.id.uuid)
                """)
        }
        #expect(error?.constraintName == "tariffs_stand_for_a_place_that_is_forgotten")
    }

    @Test func `erasing a customer keeps the data of other customers' checkouts`() async throws {
        let till = try await Till()
        let (one, other) = (try await till.account(), try await till.account())
        try await till.erase(one)
        let export = try await till.export(other)
        #expect(export.checkouts.count == 1 && export.balances?.isEmpty == true)
        #expect(export.customer.contact?.familyName == "Byron")
        #expect(export.checkouts[0].contacts.shipping?.familyName == "Byron")
    }
}
