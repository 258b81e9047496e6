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

/// Captures of an authorized payment.
struct CaptureTests {
    @Test func `an automatic capture is booked with the payment`() async throws {
        let till = try await Till()
        let bank = SettlingBank()
        let sheet = try await till.checkout()
        #expect(try await till.pay(sheet, by: bank.processor).isSuccess)
        #expect(try await till.books(sheet) == ["processor → revenue 1000"])
        let captures = try await till.captures(sheet)
        #expect(captures.map(\.state) == [.succeeded])
        #expect(captures.map(\.card) == [1000])
        let attempt = try await till.attempts(sheet)[0]
        #expect(attempt.approved == 1000 && attempt.captured == 1000)
    }

    @Test func `captures may be partial and repeated up to the authorized amount`() async throws {
        let till = try await Till()
        let bank = SettlingBank()
        let sheet = try await till.authorized(by: bank)
        #expect(try await till.books(sheet).isEmpty)
        let first = try await till.capture(sheet, 300, by: bank.processor)
        #expect(first.noun.state == .succeeded && !first.noun.isLast)
        #expect(first.sheet.state == .authorized && first.sheet.captured == 300)
        let over = await till.refusal { try await till.capture(sheet, 701, by: bank.processor) }
        #expect(over == .exceedsAuthorization(left: money("7.00")))
        let last = try await till.capture(sheet, by: bank.processor)
        #expect(last.noun.isLast && last.sheet.state == .captured)
        #expect(await bank.total == .init(held: 1000, taken: 1000, isOver: false))
        #expect(await bank.asked == ["capture 300", "capture 700"])
        #expect(
            try await till.books(sheet)
                == ["processor → revenue 300", "processor → revenue 700"])
        #expect(
            try await till.events(sheet)
                == ["checkout.authorized", "checkout.captured", "checkout.captured"])
        let more = await till.refusal { try await till.capture(sheet, 1, by: bank.processor) }
        #expect(more == .notAuthorized(.captured))
    }

    @Test func `the last capture waits for captures in progress`() async throws {
        let till = try await Till()
        let bank = SettlingBank()
        let sheet = try await till.authorized(by: bank)
        await bank.lose(1)
        let unknown = try await till.capture(sheet, 400, by: bank.processor)
        #expect(unknown.noun.state == .unknown)
        let last = await till.refusal {
            try await till.capture(sheet, 100, final: true, by: bank.processor)
        }
        #expect(last == .captureInFlight(secondsLeft: 5))
        try await till.capture(sheet, 100, by: bank.processor)
        #expect(try await till.settle(unknown.noun, by: bank.processor))
        try await till.capture(sheet, 100, final: true, by: bank.processor)
        #expect(await bank.total.taken == 600)
    }

    @Test func `the last capture releases the rest`() async throws {
        let till = try await Till()
        let bank = SettlingBank()
        let sheet = try await till.authorized(by: bank)
        let last = try await till.capture(sheet, 400, final: true, by: bank.processor)
        #expect(last.sheet.state == .captured && last.sheet.captured == 400)
        #expect(await bank.charges.values.first?.isOver == true)
        #expect(try await till.attempts(sheet)[0].approved == 400)
    }

    @Test func `items are captured once, and their parts add up to the total`() async throws {
        let till = try await Till()
        let bank = SettlingBank()
        let sheet = try await till.authorized(by: bank) {
            $0 = cart(item("3.33", 3), item("0.01"))
            $0.captureMethod = .manual
        }
        let first = try await till.capture(sheet, items: [(0, 2)], by: bank.processor)
        #expect(first.noun.amount == money("6.66"))
        let again = await till.refusal {
            try await till.capture(sheet, items: [(0, 2)], by: bank.processor)
        }
        #expect(again == .itemsNotLeft(index: 0, left: 1))
        let last = try await till.capture(sheet, items: [(0, nil), (1, nil)], by: bank.processor)
        #expect(last.noun.isLast && last.sheet.state == .captured)
        #expect(last.sheet.captured == 1000)
    }

    @Test func `a refused capture releases its reserved amount`() async throws {
        let till = try await Till()
        let bank = SettlingBank()
        let sheet = try await till.authorized(by: bank)
        await bank.refuse(.expired)
        let failed = try await till.capture(sheet, by: bank.processor)
        #expect(failed.noun.state == .failed && failed.noun.failure == "expired")
        #expect(failed.sheet.capturing == 0 && failed.sheet.captured == 0)
        #expect(try await till.attempts(sheet)[0].capturing == 0)
        #expect(try await till.events(sheet).last == "checkout.capture_failed")
        await bank.refuse(nil)
        #expect(try await till.capture(sheet, by: bank.processor).sheet.captured == 1000)
    }

    @Test func `of 64 concurrent captures those succeed that the amount covers`() async throws {
        let till = try await Till()
        let bank = SettlingBank()
        let sheet = try await till.authorized(by: bank)
        let ends = await together(64) { _ in
            await till.refusal { try await till.capture(sheet, 100, by: bank.processor) }
        }
        #expect(ends.filter { $0 == nil }.count == 10)
        let paid = try await till.sheet(sheet)
        #expect(paid.captured == 1000 && paid.capturing == 0 && paid.state == .captured)
        #expect(await bank.total.taken == 1000)
        #expect(try await till.books(sheet).count == 10)
        for end in ends {
            switch end {
            case nil, .exceedsAuthorization, .captureInFlight, .notAuthorized, .nothingToCapture:
                break
            default: Issue.record("\(String(describing: end))")
            }
        }
    }
}
