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
        let bank = StatefulBank()
        let session = try await till.checkout()
        #expect(try await till.pay(session, by: bank.processor).isSuccess)
        #expect(try await till.books(session) == ["processor → revenue 1000"])
        let captures = try await till.captures(session)
        #expect(captures.map(\.state) == [.succeeded])
        #expect(captures.map(\.card) == [1000])
        let attempt = try await till.attempts(session)[0]
        #expect(attempt.approved == 1000 && attempt.captured == 1000)
    }

    @Test func `captures may be partial and repeated up to the authorized amount`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await till.authorized(by: bank)
        #expect(try await till.books(session).isEmpty)
        let first = try await till.capture(session, 300, by: bank.processor)
        #expect(first.operation.state == .succeeded && !first.operation.isLast)
        #expect(first.session.state == .authorized && first.session.captured == 300)
        let over = await till.refusal { try await till.capture(session, 701, by: bank.processor) }
        #expect(over == .exceedsAuthorization(remaining: money("7.00")))
        let last = try await till.capture(session, by: bank.processor)
        #expect(last.operation.isLast && last.session.state == .captured)
        #expect(await bank.total == .init(held: 1000, taken: 1000, isOver: false))
        #expect(await bank.asked == ["capture 300", "capture 700"])
        #expect(
            try await till.books(session)
                == ["processor → revenue 300", "processor → revenue 700"])
        #expect(
            try await till.events(session)
                == ["checkout.authorized", "checkout.captured", "checkout.captured"])
        let more = await till.refusal { try await till.capture(session, 1, by: bank.processor) }
        #expect(more == .notAuthorized(.captured))
    }

    @Test func `the last capture waits for captures in progress`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await till.authorized(by: bank)
        await bank.lose(1)
        let unknown = try await till.capture(session, 400, by: bank.processor)
        #expect(unknown.operation.state == .unknown)
        let last = await till.refusal {
            try await till.capture(session, 100, final: true, by: bank.processor)
        }
        #expect(last == .captureInFlight(secondsLeft: 5))
        try await till.capture(session, 100, by: bank.processor)
        #expect(try await till.resolve(unknown.operation, by: bank.processor))
        try await till.capture(session, 100, final: true, by: bank.processor)
        #expect(await bank.total.taken == 600)
    }

    @Test func `the last capture releases the rest`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await till.authorized(by: bank)
        let last = try await till.capture(session, 400, final: true, by: bank.processor)
        #expect(last.session.state == .captured && last.session.captured == 400)
        #expect(await bank.charges.values.first?.isOver == true)
        #expect(try await till.attempts(session)[0].approved == 400)
    }

    @Test func `items are captured once, and their parts add up to the total`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await till.authorized(by: bank) {
            $0 = cart(item("3.33", 3), item("0.01"))
            $0.captureMethod = .manual
        }
        let first = try await till.capture(session, items: [(0, 2)], by: bank.processor)
        #expect(first.operation.amount == money("6.66"))
        let again = await till.refusal {
            try await till.capture(session, items: [(0, 2)], by: bank.processor)
        }
        #expect(again == .itemsNotLeft(index: 0, remaining: 1))
        let last = try await till.capture(session, items: [(0, nil), (1, nil)], by: bank.processor)
        #expect(last.operation.isLast && last.session.state == .captured)
        #expect(last.session.captured == 1000)
    }

    @Test func `a refused capture releases its reserved amount`() async throws {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await till.authorized(by: bank)
        await bank.refuse(.expired)
        let failed = try await till.capture(session, by: bank.processor)
        #expect(failed.operation.state == .failed && failed.operation.failure == "expired")
        #expect(failed.session.capturing == 0 && failed.session.captured == 0)
        #expect(try await till.attempts(session)[0].capturing == 0)
        #expect(try await till.events(session).last == "checkout.capture_failed")
        await bank.refuse(nil)
        #expect(try await till.capture(session, by: bank.processor).session.captured == 1000)
    }

    @Test func `of 64 concurrent captures as many succeed as the authorized amount covers`()
        async throws
    {
        let till = try await Till()
        let bank = StatefulBank()
        let session = try await till.authorized(by: bank)
        let ends = await together(64) { _ in
            await till.refusal { try await till.capture(session, 100, by: bank.processor) }
        }
        #expect(ends.filter { $0 == nil }.count == 10)
        let paid = try await till.session(session)
        #expect(paid.captured == 1000 && paid.capturing == 0 && paid.state == .captured)
        #expect(await bank.total.taken == 1000)
        #expect(try await till.books(session).count == 10)
        for end in ends {
            switch end {
            case nil, .exceedsAuthorization, .captureInFlight, .notAuthorized, .nothingToCapture:
                break
            default: Issue.record("\(String(describing: end))")
            }
        }
    }
}
