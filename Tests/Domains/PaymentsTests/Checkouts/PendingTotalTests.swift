import CartSupport
import Merchants
import Postgres
import Processors
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// A pending price that becomes final after the authorization (docs/rules/money.md#5 and #7).
struct PendingTotalTests {
    /// Fruit that is weighed after the payment: 10.00 is authorized, and the buyer has agreed to at
    /// most 15.00.
    private static func weighed(
        _ till: Till, _ bank: StatefulBank, _ method: CaptureMethod = .automatic,
        most: String? = "15.00"
    ) async throws -> CheckoutSession {
        let session = try await till.checkout {
            $0 = cart(item("8.00"), item("2.00", pending: true, name: "Fruit"))
            $0.captureMethod = method
            $0.authorizationAmount = money("10.00")
            $0.maximumAmount = most.map { money($0) }
        }
        #expect(try await till.pay(session, by: bank.processor).isSuccess)
        let paid = try await till.session(session)
        #expect(paid.state == .authorized && paid.authorized == 1000)
        return paid
    }

    private static func final(_ price: String) -> @Sendable (CheckoutRequest) -> CheckoutRequest {
        { old in
            var new = old
            new.cartContent = .items([item("8.00"), item(price, name: "Fruit")])
            return new
        }
    }

    /// The final price of the fruit → the requests to the bank.
    @Test(arguments: [
        ("1.00", ["capture 900"]), ("2.00", ["capture 1000"]),
        ("7.00", ["increment 500", "capture 1500"]),
    ])
    func `a final price is captured below, at and above the authorization`(
        price: String, asked: [String]
    )
        async throws
    {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await Self.weighed(till, bank)
        try await till.finalize(session, Self.final(price), by: bank.processor)
        let after = try await till.session(session)
        #expect(after.state == .captured)
        #expect(after.captured == 800 + money(price).minorUnits)
        #expect(await bank.asked == asked)
        #expect(await bank.total.taken == after.captured)
    }

    @Test func `a price above the agreed maximum is refused`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await Self.weighed(till, bank)
        let refusal = await till.refusal {
            try await till.finalize(session, Self.final("7.01"), by: bank.processor)
        }
        #expect(refusal == .exceedsAuthorization(remaining: money("15.00")))
        let open = try await Self.weighed(till, bank, most: nil)
        let other = await till.refusal {
            try await till.finalize(open, Self.final("2.01"), by: bank.processor)
        }
        #expect(other == .exceedsAuthorization(remaining: money("10.00")))
        #expect(await bank.asked.isEmpty)
        #expect(try await till.session(session).totalIsPending)
    }

    @Test func `a capture raises the authorization at most to the agreed maximum`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await Self.weighed(till, bank, .manual)
        // A total above the agreed maximum, which no call would store.
        try await till.database.run(
            """
            UPDATE checkouts SET total = 1501, total_pending = false
            WHERE merchant_id = \(session.id.merchant) AND checkout_id = \(session.id.uuid)
            """)
        let over = await till.refusal { try await till.capture(session, by: bank.processor) }
        #expect(over == .exceedsAuthorization(remaining: money("15.00")))
        #expect(await bank.asked.isEmpty)
    }

    @Test func `a merchant with manual capture captures after the price is final`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await Self.weighed(till, bank, .manual)
        let early = await till.refusal { try await till.capture(session, by: bank.processor) }
        #expect(early == .totalPending)
        try await till.finalize(session, Self.final("3.00"), by: .unimplemented)
        #expect(try await till.session(session).state == .authorized)
        let capture = try await till.capture(session, by: bank.processor)
        #expect(capture.operation.increment == 100 && capture.session.captured == 1100)
    }

    @Test func `a total that becomes final at zero is captured, not voided`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await till.checkout {
            $0 = cart(item("0.00"), item("2.00", pending: true, name: "Fruit"))
            $0.captureMethod = .automatic
            $0.authorizationAmount = money("2.00")
        }
        #expect(try await till.pay(session, by: bank.processor).isSuccess)
        try await till.finalize(
            session,
            { old in
                var new = old
                new.cartContent = .items([item("0.00"), item("0.00", name: "Fruit")])
                return new
            }, by: bank.processor)
        #expect(try await till.session(session).state == .captured)
        let asked = await bank.asked
        #expect(asked == ["capture 0"])
        #expect(try await till.events(session).last == "checkout.captured")
        let refusal = await till.refusal { try await till.void(session, by: bank.processor) }
        #expect(refusal == .notAuthorized(.captured))
    }

    @Test func `a refused increment captures nothing`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await Self.weighed(till, bank)
        await bank.refuse(.unsupported)
        try await till.finalize(session, Self.final("7.00"), by: bank.processor)
        let after = try await till.session(session)
        #expect(after.state == .authorized && after.captured == 0 && after.capturing == 0)
        #expect(await bank.asked == ["increment 500"])
    }

    @Test func `an increment whose answer was lost is made once`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await Self.weighed(till, bank)
        await bank.lose(1)
        try await till.finalize(session, Self.final("7.00"), by: bank.processor)
        let capture = try await till.captures(session)[0]
        #expect(capture.state == .unknown)
        #expect(try await till.resolve(capture, by: bank.processor))
        #expect(try await till.session(session).captured == 1500)
        #expect(await bank.total.held == 1500)
    }

    @Test func `only the pending price of an authorized payment may change`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await Self.weighed(till, bank)
        let changes: [@Sendable (inout CheckoutRequest) -> Void] = [
            { $0.cartContent = .items([item("8.01"), item("2.00", name: "Fruit")]) },
            { $0.cartContent = .items([item("8.00"), item("2.00", name: "Wine")]) },
            { $0.cartContent = .items([item("8.00")]) },
            { $0.maximumAmount = money("99.00") },
            { $0.reference = "other" },
            { _ in },
        ]
        for change in changes {
            let refusal = await till.refusal {
                try await till.finalize(
                    session,
                    { old in
                        var new = old
                        change(&new)
                        return new
                    }, by: .unimplemented)
            }
            #expect(refusal == .onlyPendingMayChange)
        }
    }
}
