import Balances
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

/// Lines that top up a balance (docs/rules/money.md#16): a line that cannot be booked is refused
/// before the payment, and a paid line is booked in spite of later changes.
struct TopUpTests {
    @Test func `a top-up line needs an existing balance in the cart's currency`() async throws {
        let till = try await Till()
        let stranger = try await Till()
        let good = try await till.balance("1.00")
        let euros = try await till.balance("1.00", in: Currency("EUR")!)
        let over = try await till.balance("1.00", expiresAt: now.adding(seconds: -1))
        let unknownID = Balance.ID(merchant: till.merchant.number, uuid: Till.identify(now))
        for (balance, reason) in [
            (good, nil), (euros, .otherCurrency), (over, .expired), (unknownID, .unknown),
            (try await stranger.balance("1.00"), .unknown),
        ] as [(Balance.ID, TopUpRefusal.Reason?)] {
            let request = cart(item("1.00"), topUp(balance))
            var refusal: TopUpRefusal?
            do {
                try await till.database.transaction {
                    try request.requireTopUps(of: till.merchant.number, at: now, in: $0)
                }
            } catch let error as TopUpRefusal {
                refusal = error
            }
            #expect(refusal == reason.map { TopUpRefusal(index: 1, isOfCart: true, reason: $0) })
        }
    }

    @Test func `the balances that pay and those that are topped up are locked together`()
        async throws
    {
        let till = try await Till()
        let giver = try await till.balance("100.00")
        let getter = try await till.balance("1.00")
        let session = try await till.checkout { $0 = cart(item("1.00"), topUp(getter)) }
        try await till.attach(giver, to: session)
        let context = till.context(session)
        let locked = try await till.database.transaction { transaction in
            var payment = try LockedPayment(context, in: transaction)
            try payment.lockBalances(in: transaction)
            return Set(payment.ledger.balances.keys)
        }
        #expect(locked == [giver, getter])
    }

    @Test func `a top-up credits at most the paid amount`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let balance = try await till.balance("1.00")
        let session = try await till.checkout {
            $0 = CheckoutRequest(
                countryCode: america, currency: dollars,
                cartContent: .lines([
                    LineItem(label: "Top-up", amount: money("50.00"), creditsBalance: balance),
                    LineItem(label: "Ours", amount: money("-49.00")),
                ]))
        }
        #expect(try await till.pay(session, by: bank.processor).isSuccess)
        #expect(try await till.says(balance) == "2.00 held 0.00")
        #expect(try await till.books(session) == ["processor → balance 100"])
    }

    @Test func `a credit that its balance cannot accept becomes revenue`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let balance = try await till.balance("1.00")
        let session = try await till.checkout { $0 = cart(topUp(balance)) }
        try await till.database.run(
            """
            UPDATE balances SET amount = \(Money.minorUnitsMax)
            WHERE merchant_id = \(till.merchant.number) AND balance_id = \(balance.uuid)
            """)
        #expect(try await till.pay(session, by: bank.processor).isSuccess)
        #expect(try await till.session(session).state == .captured)
        #expect(try await till.books(session) == ["processor → revenue 1000"])
        #expect(try await till.captures(session).map(\.credits) == [[]])
    }

    @Test func `a price paid by balances alone is captured when it is final`() async throws {
        let till = try await Till()
        let balance = try await till.balance("40.00")
        let session = try await till.checkout {
            $0 = cart(item("20.00", pending: true))
            $0.authorizationAmount = money("30.00")
            $0.maximumAmount = money("50.00")
        }
        try await till.attach(balance, to: session)
        #expect(try await till.payByBalance(session).session.state == .authorized)
        try await till.finalize(
            session,
            { old in
                var new = old
                new.cartContent = .items([item("25.00")])
                return new
            }, by: .unimplemented)
        #expect(try await till.session(session).state == .captured)
        #expect(try await till.says(balance) == "15.00 held 0.00")
    }

    private func topUp(_ balance: Balance.ID) -> CartItem {
        CartItem(
            name: "Top-up", unitPrice: money("10.00"), requiresShipping: false,
            creditsBalance: balance)
    }
}
