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

/// Captures, refunds and voids of a checkout of which a card pays 10.00 and a balance 3.00.
struct TenderOperationTests {
    @Test func `the balance is charged first and the card last, and refunds reverse that`()
        async throws
    {
        let till = try await Till()
        let bank = StatefulBank()
        let (session, balance) = try await till.authorizedWithBalance(by: bank)
        let first = try await till.capture(session, 500, by: bank.processor)
        #expect(first.operation.card == 200 && first.operation.holds.map(\.amount) == [300])
        #expect(try await till.balance(balance).amount == money("2.00"))
        try await till.capture(session, by: bank.processor)
        #expect(try await till.session(session).state == .captured)
        #expect(await bank.total.taken == 1000)
        let most = try await till.refund(session, 1100, by: bank.processor)
        #expect(most.operation.card == 1000 && most.operation.holds.map(\.amount) == [100])
        let last = try await till.refund(session, by: .unimplemented)
        #expect(last.operation.card == 0 && last.session.state == .refunded)
        #expect(try await till.balance(balance).amount == money("5.00"))
        #expect(await bank.total.returned == 1000)
        let lines = try await till.books(session)
        #expect(lines.contains("balance → revenue 300"))
        #expect(lines.contains("revenue → balance 200"))
    }

    @Test func `only the checkout of a hold may capture or release it`() async throws {
        let till = try await Till()
        let (session, balance) = try await till.authorizedWithBalance(by: StatefulBank())
        let hold = try #require(try await till.session(session).tenders.first).hold
        let cause = Transfer.Cause(id: Till.identify(now), kind: .holdCapture)
        await #expect(throws: BalanceRefusal.heldByCheckout) {
            try await till.database.transaction { transaction in
                try CaptureHold(
                    hold: hold, amount: nil, to: .system(.withdrawal), for: cause,
                    moment: Till.moment(now))(in: transaction)
            }
        }
        await #expect(throws: BalanceRefusal.heldByCheckout) {
            try await till.database.transaction { transaction in
                try ReleaseHold(hold: hold, moment: Till.moment(now))(in: transaction)
            }
        }
        #expect(try await till.says(balance) == "5.00 held 3.00")
    }

    @Test func `the uncaptured amount of a hold is available again`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let (session, balance) = try await till.authorizedWithBalance(by: bank)
        try await till.capture(session, 100, final: true, by: bank.processor)
        let after = try await till.balance(balance)
        #expect(after.amount == money("4.00") && after.held == 0)
        let (other, whole) = try await till.authorizedWithBalance(by: bank)
        try await till.void(other, by: bank.processor)
        #expect(try await till.balance(whole).held == 0)
    }

    @Test func `a refund to a frozen balance becomes a store credit`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let (session, balance) = try await till.authorizedWithBalance(by: bank)
        try await till.capture(session, by: bank.processor)
        let freeze = FreezeBalance(balance: balance, as: .merchant, moment: Till.moment(now))
        _ = try await till.database.transaction { try freeze(in: $0) }
        let given = try await till.refund(session, by: bank.processor)
        let credit = try #require(given.operation.credit)
        #expect(credit.amount == 300 && given.operation.toCard == 1000)
        #expect(try await till.balance(credit.balance).amount == money("3.00"))
        #expect(try await till.balance(balance).amount == money("2.00"))
        #expect(given.session.state == .refunded)
    }

    @Test func `64 concurrent captures take no more than the balance and the card have`()
        async throws
    {
        let till = try await Till()
        let bank = StatefulBank()
        let (session, balance) = try await till.authorizedWithBalance(by: bank)
        let ends = await together(64) { _ in
            await till.refusal { try await till.capture(session, 100, by: bank.processor) }
        }
        #expect(ends.filter { $0 == nil }.count == 13)
        #expect(await bank.total.taken == 1000)
        #expect(try await till.balance(balance).amount == money("2.00"))
        #expect(try await till.session(session).captured == 1300)
    }
}

extension Till {
    /// A card pays 10.00, and a balance of 5.00 has 3.00 held for the same checkout.
    fileprivate func authorizedWithBalance(by bank: StatefulBank) async throws
        -> (CheckoutSession, Balance.ID)
    {
        let session = try await authorized(by: bank)
        let balance = Balance(
            id: Balance.ID(merchant: merchant.number, uuid: Till.identify(now)), kind: .storeCredit,
            currency: dollars, createdAt: now)
        let open = CreateBalance(
            balance: balance, code: nil, amount: money("5.00"), keys: keys,
            transfer: Till.identify(now), moment: Till.moment(now))
        try await database.transaction { transaction in
            _ = try open(in: transaction)
            var ledger = Ledger(
                of: merchant.number, try Balance.lock([balance.id], in: transaction), at: now)
            let hold = Hold.ID(merchant: merchant.number, uuid: Till.identify(now))
            let tender = Tender(
                balance: balance.id, hold: hold, kind: .storeCredit, hint: nil, amount: 300)
            try ledger.add(
                Hold(
                    id: hold,
                    balance: balance.id, amount: money("3.00"),
                    owner: Hold.Owner(checkout: session.id.uuid, position: 0), expiresAt: nil,
                    createdAt: now))
            try ledger.store(in: transaction) { Till.identify(now) }
            _ = try transaction.run(
                """
                UPDATE checkouts SET tendered = 300, authorized = authorized + 300,
                    balances = \([tender].bytes.map(Bind.json))
                WHERE merchant_id = \(merchant.number) AND checkout_id = \(session.id.uuid)
                """)
        }
        return (try await self.session(session), balance.id)
    }
}
