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
        _ till: Till, _ bank: SettlingBank, _ change: (inout CheckoutRequest) -> Void = { _ in }
    ) async throws -> Sheet {
        let sheet = try await till.checkout("10.00", change)
        #expect(try await till.pay(sheet, by: bank.processor).isSuccess)
        return try await till.sheet(sheet)
    }

    @Test func `refunds may be partial and repeated up to the captured amount`() async throws {
        let till = try await Till()
        let bank = SettlingBank()
        let sheet = try await Self.paid(till, bank)
        let first = try await till.refund(sheet, 300, by: bank.processor)
        #expect(first.noun.state == .succeeded && first.sheet.state == .captured)
        let over = await till.refusal { try await till.refund(sheet, 701, by: bank.processor) }
        #expect(over == .exceedsCaptured(left: money("7.00")))
        let last = try await till.refund(sheet, by: bank.processor)
        #expect(last.sheet.state == .refunded && last.sheet.refunded == 1000)
        let more = await till.refusal { try await till.refund(sheet, 1, by: bank.processor) }
        #expect(more == .nothingToRefund)
        #expect(await bank.total.returned == 1000)
        #expect(
            try await till.books(sheet) == [
                "processor → revenue 1000", "revenue → processor 300", "revenue → processor 700",
            ])
        #expect(
            try await till.events(sheet)
                == ["checkout.captured", "refund.succeeded", "refund.succeeded"])
    }

    @Test func `an uncaptured amount cannot be refunded`() async throws {
        let till = try await Till()
        let bank = SettlingBank()
        let sheet = try await till.authorized(by: bank)
        let none = await till.refusal { try await till.refund(sheet, 1, by: bank.processor) }
        #expect(none == .nothingToRefund)
    }

    @Test func `a failed refund makes its amount refundable again`() async throws {
        let till = try await Till()
        let bank = SettlingBank()
        let sheet = try await Self.paid(till, bank)
        await bank.hold(true)
        let pending = try await till.refund(sheet, 600, by: bank.processor)
        #expect(pending.noun.state == .pending && pending.sheet.refunding == 600)
        let over = await till.refusal { try await till.refund(sheet, 401, by: bank.processor) }
        #expect(over == .exceedsCaptured(left: money("4.00")))
        await bank.hold(false)
        await bank.refuse(.refusedByBank)
        #expect(try await till.settle(pending.noun, by: bank.processor))
        let after = try await till.sheet(sheet)
        #expect(after.refunding == 0 && after.refunded == 0)
        #expect(await bank.total.returned == 0)
        await bank.refuse(nil)
        #expect(try await till.refund(sheet, by: bank.processor).sheet.refunded == 1000)
        #expect(
            try await till.events(sheet) == [
                "checkout.captured", "refund.pending", "refund.failed", "refund.succeeded",
            ])
    }

    @Test func `a pending refund succeeds once, when the bank reports it`() async throws {
        let till = try await Till()
        let bank = SettlingBank()
        let sheet = try await Self.paid(till, bank)
        await bank.hold(true)
        let pending = try await till.refund(sheet, by: bank.processor)
        #expect(try await !till.settle(pending.noun, by: bank.processor))
        await bank.hold(false)
        #expect(try await till.settle(pending.noun, by: bank.processor))
        #expect(try await !till.settle(pending.noun, by: bank.processor))
        #expect(try await till.sheet(sheet).state == .refunded)
        #expect(try await till.books(sheet).count == 2)
    }

    @Test func `a lost answer is recovered by the same key`() async throws {
        let till = try await Till()
        let bank = SettlingBank()
        let sheet = try await Self.paid(till, bank)
        await bank.lose(1)
        let unknown = try await till.refund(sheet, 400, by: bank.processor)
        #expect(unknown.noun.state == .unknown && unknown.sheet.refunding == 400)
        #expect(try await till.settle(unknown.noun, by: bank.processor))
        let after = try await till.sheet(sheet)
        #expect(after.refunded == 400 && after.refunding == 0)
        #expect(await bank.total.returned == 400)
        #expect(await bank.asked == ["refund 400", "refund 400"])
    }

    @Test func `items are refunded once, and delivery with the last of them`() async throws {
        let till = try await Till()
        let bank = SettlingBank()
        let sheet = try await Self.paid(till, bank) { $0 = cart(item("3.33", 3), item("0.01")) }
        let first = try await till.refund(sheet, items: [(0, 2)], by: bank.processor)
        #expect(first.noun.amount == money("6.66"))
        let again = await till.refusal {
            try await till.refund(sheet, items: [(0, 2)], by: bank.processor)
        }
        #expect(again == .itemsNotLeft(index: 0, left: 1))
        let last = try await till.refund(sheet, items: [(0, 1), (1, 1)], by: bank.processor)
        #expect(last.sheet.state == .refunded)
    }

    @Test func `only captured items are refunded by item`() async throws {
        let till = try await Till()
        let bank = SettlingBank()
        let sheet = try await till.authorized(by: bank) {
            $0 = cart(item("5.00", 2), item("1.00"))
            $0.captureMethod = .manual
        }
        try await till.capture(sheet, items: [(0, 1)], by: bank.processor)
        let more = await till.refusal {
            try await till.refund(sheet, items: [(1, 1)], by: bank.processor)
        }
        #expect(more == .itemsNotLeft(index: 1, left: 0))
        let given = try await till.refund(sheet, items: [(0, 1)], by: bank.processor)
        #expect(given.noun.amount == money("5.00") && given.sheet.state == .authorized)
    }

    @Test func `a refund to a balance is a store credit`() async throws {
        let till = try await Till()
        let bank = SettlingBank()
        let sheet = try await Self.paid(till, bank)
        let given = try await till.refund(sheet, 400, to: .balance(nil), by: .unimplemented)
        let credit = try #require(given.noun.credit)
        #expect(given.noun.state == .succeeded && credit.amount == 400)
        let balance = try await till.balance(credit.balance)
        #expect(balance.kind == .storeCredit && balance.amount == money("4.00"))
        let other = try await till.refund(
            sheet, to: .balance(credit.balance), by: .unimplemented)
        #expect(other.sheet.state == .refunded)
        #expect(try await till.balance(credit.balance).amount == money("10.00"))
        #expect(await bank.total.returned == 0)
        #expect(
            try await till.books(sheet) == [
                "processor → revenue 1000", "revenue → balance 400", "revenue → balance 600",
            ])
    }

    @Test func `a balance that cannot accept a refund gets none`() async throws {
        let till = try await Till()
        let stranger = try await Till()
        let bank = SettlingBank()
        let sheet = try await Self.paid(till, bank)
        let nobody = Balance.ID(merchant: till.merchant.number, uuid: Till.identify(now))
        for (balance, refusal) in [
            (
                try await till.balance("1.00", in: Currency("EUR")!),
                .otherCurrency(given: dollars, held: Currency("EUR")!)
            ),
            (try await till.balance("1.00", expiresAt: now.adding(seconds: -1)), .expired),
            (try await stranger.balance("1.00"), .notFound), (nobody, .notFound),
        ] as [(Balance.ID, BalanceRefusal)] {
            await #expect(throws: refusal) {
                try await till.refund(sheet, 100, to: .balance(balance), by: .unimplemented)
            }
        }
        #expect(try await till.sheet(sheet).refunded == 0)
    }

    @Test func `of 64 concurrent refunds those succeed that the amount covers`() async throws {
        let till = try await Till()
        let bank = SettlingBank()
        let sheet = try await Self.paid(till, bank)
        let ends = await together(64) { _ in
            await till.refusal { try await till.refund(sheet, 100, by: bank.processor) }
        }
        #expect(ends.filter { $0 == nil }.count == 10)
        let after = try await till.sheet(sheet)
        #expect(after.refunded == 1000 && after.refunding == 0 && after.state == .refunded)
        #expect(await bank.total.returned == 1000)
        #expect(try await till.books(sheet).count == 11)
        for end in ends {
            switch end {
            case nil, .exceedsCaptured, .nothingToRefund: break
            default: Issue.record("\(String(describing: end))")
            }
        }
    }
}
