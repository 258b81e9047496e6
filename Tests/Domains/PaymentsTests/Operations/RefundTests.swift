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

/// Refunds of captured amounts.
struct RefundTests {
    private static func paid(
        _ till: Till, _ bank: StatefulBank, _ change: (inout CheckoutRequest) -> Void = { _ in }
    ) async throws -> CheckoutSession {
        let session = try await till.checkout("10.00", change)
        #expect(try await till.pay(session, by: bank.processor).isSuccess)
        return try await till.session(session)
    }

    @Test func `refunds may be partial and repeated up to the captured amount`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await Self.paid(till, bank)
        let first = try await till.refund(session, 300, by: bank.processor)
        #expect(first.operation.state == .succeeded && first.session.state == .captured)
        let over = await till.refusal { try await till.refund(session, 701, by: bank.processor) }
        #expect(over == .exceedsCaptured(remaining: money("7.00")))
        let last = try await till.refund(session, by: bank.processor)
        #expect(last.session.state == .refunded && last.session.refunded == 1000)
        let more = await till.refusal { try await till.refund(session, 1, by: bank.processor) }
        #expect(more == .nothingToRefund)
        #expect(await bank.total.returned == 1000)
        #expect(
            try await till.books(session) == [
                "processor → revenue 1000", "revenue → processor 300", "revenue → processor 700",
            ])
        #expect(
            try await till.events(session)
                == ["checkout.captured", "refund.succeeded", "refund.succeeded"])
    }

    @Test func `an uncaptured amount cannot be refunded`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await till.authorized(by: bank)
        let none = await till.refusal { try await till.refund(session, 1, by: bank.processor) }
        #expect(none == .nothingToRefund)
    }

    @Test func `a failed refund makes its amount refundable again`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await Self.paid(till, bank)
        await bank.hold(true)
        let pending = try await till.refund(session, 600, by: bank.processor)
        #expect(pending.operation.state == .pending && pending.session.refunding == 600)
        let over = await till.refusal { try await till.refund(session, 401, by: bank.processor) }
        #expect(over == .exceedsCaptured(remaining: money("4.00")))
        await bank.hold(false)
        await bank.refuse(.refusedByBank)
        #expect(try await till.resolve(pending.operation, by: bank.processor))
        let after = try await till.session(session)
        #expect(after.refunding == 0 && after.refunded == 0)
        #expect(await bank.total.returned == 0)
        await bank.refuse(nil)
        #expect(try await till.refund(session, by: bank.processor).session.refunded == 1000)
        #expect(
            try await till.events(session) == [
                "checkout.captured", "refund.pending", "refund.failed", "refund.succeeded",
            ])
    }

    @Test func `a pending refund succeeds once, when the bank reports it`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await Self.paid(till, bank)
        await bank.hold(true)
        let pending = try await till.refund(session, by: bank.processor)
        #expect(try await !till.resolve(pending.operation, by: bank.processor))
        await bank.hold(false)
        #expect(try await till.resolve(pending.operation, by: bank.processor))
        #expect(try await !till.resolve(pending.operation, by: bank.processor))
        #expect(try await till.session(session).state == .refunded)
        #expect(try await till.books(session).count == 2)
    }

    @Test func `a refund whose answer was lost is found by its key`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await Self.paid(till, bank)
        await bank.lose(1)
        let unknown = try await till.refund(session, 400, by: bank.processor)
        #expect(unknown.operation.state == .unknown && unknown.session.refunding == 400)
        #expect(try await till.resolve(unknown.operation, by: bank.processor))
        let after = try await till.session(session)
        #expect(after.refunded == 400 && after.refunding == 0)
        #expect(await bank.total.returned == 400)
        #expect(await bank.asked == ["refund 400", "refund 400"])
    }

    @Test func `items are refunded once, and delivery with the last of them`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await Self.paid(till, bank) { $0 = cart(item("3.33", 3), item("0.01")) }
        let first = try await till.refund(session, items: [(0, 2)], by: bank.processor)
        #expect(first.operation.amount == money("6.66"))
        let again = await till.refusal {
            try await till.refund(session, items: [(0, 2)], by: bank.processor)
        }
        #expect(again == .itemsNotLeft(index: 0, remaining: 1))
        let last = try await till.refund(session, items: [(0, 1), (1, 1)], by: bank.processor)
        #expect(last.session.state == .refunded)
    }

    @Test func `a refund by item accepts captured items only`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await till.authorized(by: bank) {
            $0 = cart(item("5.00", 2), item("1.00"))
            $0.captureMethod = .manual
        }
        try await till.capture(session, items: [(0, 1)], by: bank.processor)
        let more = await till.refusal {
            try await till.refund(session, items: [(1, 1)], by: bank.processor)
        }
        #expect(more == .itemsNotLeft(index: 1, remaining: 0))
        let given = try await till.refund(session, items: [(0, 1)], by: bank.processor)
        #expect(given.operation.amount == money("5.00") && given.session.state == .authorized)
    }

    @Test func `a refund to a balance is a store credit`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await Self.paid(till, bank)
        let given = try await till.refund(session, 400, to: .balance(nil), by: .unimplemented)
        let credit = try #require(given.operation.credit)
        #expect(given.operation.state == .succeeded && credit.amount == 400)
        let balance = try await till.balance(credit.balance)
        #expect(balance.kind == .storeCredit && balance.amount == money("4.00"))
        let other = try await till.refund(
            session, to: .balance(credit.balance), by: .unimplemented)
        #expect(other.session.state == .refunded)
        #expect(try await till.balance(credit.balance).amount == money("10.00"))
        #expect(await bank.total.returned == 0)
        #expect(
            try await till.books(session) == [
                "processor → revenue 1000", "revenue → balance 400", "revenue → balance 600",
            ])
    }

    @Test func `a balance that cannot accept a refund gets none`() async throws {
        let till = try await Till()
        let stranger = try await Till()
        let bank = StatefulBank()
        let session = try await Self.paid(till, bank)
        let unknownID = Balance.ID(merchant: till.merchant.number, uuid: Till.identify(now))
        for (balance, refusal) in [
            (
                try await till.balance("1.00", in: Currency("EUR")!),
                .otherCurrency(given: dollars, held: Currency("EUR")!)
            ),
            (try await till.balance("1.00", expiresAt: now.adding(seconds: -1)), .expired),
            (try await stranger.balance("1.00"), .notFound), (unknownID, .notFound),
        ] as [(Balance.ID, BalanceRefusal)] {
            await #expect(throws: refusal) {
                try await till.refund(session, 100, to: .balance(balance), by: .unimplemented)
            }
        }
        #expect(try await till.session(session).refunded == 0)
    }

    @Test func `of 64 concurrent refunds as many succeed as the captured amount covers`()
        async throws
    {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await Self.paid(till, bank)
        let ends = await together(64) { _ in
            await till.refusal { try await till.refund(session, 100, by: bank.processor) }
        }
        #expect(ends.filter { $0 == nil }.count == 10)
        let after = try await till.session(session)
        #expect(after.refunded == 1000 && after.refunding == 0 && after.state == .refunded)
        #expect(await bank.total.returned == 1000)
        #expect(try await till.books(session).count == 11)
        for end in ends {
            switch end {
            case nil, .exceedsCaptured, .nothingToRefund: break
            default: Issue.record("\(String(describing: end))")
            }
        }
    }
}
