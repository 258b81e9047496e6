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

/// The clock is set back, by an hour and by a day, between the calls of a payment: no operation
/// runs twice, no hold ends early, and events keep their order.
@Suite(.timeLimit(.minutes(5)))
struct ClockTests {
    private static let hour: Int64 = 3_600

    @Test(arguments: [hour, 24 * hour])
    func `a payment completes while the clock goes back`(seconds: Int64) async throws {
        try await SimulatedWorld.open { world in
            let balance = try await world.till.balance("4.00")
            let session = try await world.till.checkout("10.00", at: world.clock.now) {
                $0.captureMethod = .manual
            }
            let calls: [@Sendable () async throws -> CallResult] = [
                {
                    try await world.till.attach(balance, to: session, at: world.clock.now)
                    return .done("attached")
                },
                { try await world.pay(session, key: "a") },
                { try await world.capture(session, 500, key: "b") },
                { try await world.capture(session, nil, key: "c") },
                { try await world.refund(session, 700, key: "d") },
            ]
            for call in calls {
                let first = try await call()
                #expect(!first.isOpen && !first.isRefusal, "\(first)")
                world.clock.advance(seconds: -seconds)
                // Again, by an earlier clock.
                #expect(try await call() == first)
                await world.work()
                await world.sweep()
            }
            let paid = try await world.till.session(session)
            #expect(paid.captured == 1_000)
            #expect(paid.refunded == 700)
            #expect(try await world.till.says(balance) == "1.00 held 0.00")
            let sequences: [Int64] = try await world.archive.run(
                """
                SELECT sequence::int8 AS sequence FROM events
                WHERE merchant_id = \(world.till.merchant.number) AND object = \(session.id.text)
                ORDER BY created_at DESC, sequence
                """
            ).map { try $0.get("sequence") }
            #expect(sequences == Array(1...Int64(sequences.count)))
            #expect(
                try await world.till.events(session) == [
                    "checkout.authorized", "checkout.captured", "checkout.captured",
                    "refund.succeeded",
                ])
            world.clock.catchUp()
            try await world.expectAllIsWell()
        }
    }

    @Test(arguments: [hour, 24 * hour])
    func `a lease does not end early because the clock went back`(seconds: Int64) async throws {
        try await SimulatedWorld.open { world in
            let session = try await world.till.checkout("10.00", at: world.clock.now)
            // The server dies before the call to the bank.
            world.faults.arm(at: 3, .death, variant: 0)
            #expect(try await world.pay(session, key: "a") == .open)
            #expect(world.faults.disarm().struck)
            world.clock.advance(seconds: -seconds)
            await world.work()
            #expect(try await world.pay(session, key: "b") == .open, "a second card is not charged")
            #expect(try await world.till.session(session).state == .authorizing)
            // The clock returns to its earlier time.
            world.clock.advance(seconds: seconds)
            try await world.drain()
            let result = try await world.pay(session, key: "b")
            #expect(result == .done("paid") || result.isRefusal)
            let charges: Int64 = try await world.archive.run(
                "SELECT count(*) AS charges FROM sandbox.charges WHERE state = 'charged'")[0]
                .get("charges")
            #expect(charges == 1)
            try await world.expectAllIsWell()
        }
    }

    @Test func `a hold keeps its expiry time while the clock goes back, and expires at it`()
        async throws
    {
        try await SimulatedWorld.open { world in
            let balance = try await world.till.balance("4.00")
            let session = try await world.till.checkout("10.00", at: world.clock.now)
            try await world.till.attach(balance, to: session, at: world.clock.now)
            world.clock.advance(seconds: -Self.hour)
            await world.sweep()
            #expect(try await world.till.says(balance) == "4.00 held 4.00")
            // Two hours later the 45 minutes of the hold are over.
            world.clock.advance(seconds: 2 * Self.hour)
            await world.sweep()
            #expect(try await world.till.says(balance) == "4.00 held 0.00")
            try await world.expectAllIsWell()
        }
    }

    @Test func `identifiers made by an earlier clock are different`() {
        let ids = (0..<1_000).map { Till.identify(now.adding(seconds: Int64(-$0 % 7))) }
        #expect(Set(ids).count == ids.count)
    }
}

extension CallResult {
    var isRefusal: Bool { if case .refused = self { true } else { false } }
}
