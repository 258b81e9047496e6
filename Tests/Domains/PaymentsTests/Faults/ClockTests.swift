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
        try await Town.open { town in
            let balance = try await town.till.balance("4.00")
            let sheet = try await town.till.checkout("10.00", at: town.clock.now) {
                $0.captureMethod = .manual
            }
            let calls: [@Sendable () async throws -> Told] = [
                {
                    try await town.till.attach(balance, to: sheet, at: town.clock.now)
                    return .done("attached")
                },
                { try await town.pay(sheet, key: "a") },
                { try await town.capture(sheet, 500, key: "b") },
                { try await town.capture(sheet, nil, key: "c") },
                { try await town.refund(sheet, 700, key: "d") },
            ]
            for call in calls {
                let first = try await call()
                #expect(!first.isOpen && !first.isRefusal, "\(first)")
                town.clock.advance(seconds: -seconds)
                // Again, by an earlier clock.
                #expect(try await call() == first)
                await town.work()
                await town.sweep()
            }
            let paid = try await town.till.sheet(sheet)
            #expect(paid.captured == 1_000)
            #expect(paid.refunded == 700)
            #expect(try await town.till.says(balance) == "1.00 held 0.00")
            let sequences: [Int64] = try await town.archive.run(
                """
                SELECT sequence::int8 AS sequence FROM events
                WHERE merchant_id = \(town.till.merchant.number) AND object = \(sheet.id.text)
                ORDER BY created_at DESC, sequence
                """
            ).map { try $0.get("sequence") }
            #expect(sequences == Array(1...Int64(sequences.count)))
            #expect(
                try await town.till.events(sheet) == [
                    "checkout.authorized", "checkout.captured", "checkout.captured",
                    "refund.succeeded",
                ])
            town.clock.catchUp()
            try await town.expectAllIsWell()
        }
    }

    @Test(arguments: [hour, 24 * hour])
    func `a lease does not end early because the clock went back`(seconds: Int64) async throws {
        try await Town.open { town in
            let sheet = try await town.till.checkout("10.00", at: town.clock.now)
            // The server dies before the call to the bank.
            town.fate.arm(at: 3, .death, variant: 0)
            #expect(try await town.pay(sheet, key: "a") == .open)
            #expect(town.fate.disarm().struck)
            town.clock.advance(seconds: -seconds)
            await town.work()
            #expect(try await town.pay(sheet, key: "b") == .open, "no second card")
            #expect(try await town.till.sheet(sheet).state == .authorizing)
            // The clock returns to its earlier time.
            town.clock.advance(seconds: seconds)
            try await town.drain()
            let told = try await town.pay(sheet, key: "b")
            #expect(told == .done("paid") || told.isRefusal)
            let charges: Int64 = try await town.archive.run(
                "SELECT count(*) AS charges FROM sandbox.charges WHERE state = 'charged'")[0]
                .get("charges")
            #expect(charges == 1)
            try await town.expectAllIsWell()
        }
    }

    @Test func `a hold keeps its end, and expires at that time`() async throws {
        try await Town.open { town in
            let balance = try await town.till.balance("4.00")
            let sheet = try await town.till.checkout("10.00", at: town.clock.now)
            try await town.till.attach(balance, to: sheet, at: town.clock.now)
            town.clock.advance(seconds: -Self.hour)
            await town.sweep()
            #expect(try await town.till.says(balance) == "4.00 held 4.00")
            // Two hours later the 45 minutes of the hold are over.
            town.clock.advance(seconds: 2 * Self.hour)
            await town.sweep()
            #expect(try await town.till.says(balance) == "4.00 held 0.00")
            try await town.expectAllIsWell()
        }
    }

    @Test func `identifiers made by an earlier clock are different`() {
        let ids = (0..<1_000).map { Till.identify(now.adding(seconds: Int64(-$0 % 7))) }
        #expect(Set(ids).count == ids.count)
    }
}

extension Told {
    var isRefusal: Bool { if case .refused = self { true } else { false } }
}
