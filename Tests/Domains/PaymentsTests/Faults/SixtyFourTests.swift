import Balances
import CartSupport
import Idempotency
import Merchants
import Postgres
import Processors
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// Sixty-four concurrent calls: exactly the covered ones succeed, the bank has each charge once,
/// and the audit finds no difference. The tests of captures, refunds, debits and holds do the same.
@Suite(.timeLimit(.minutes(5)))
struct SixtyFourTests {
    /// Repeats a call in progress until there is an answer, as clients do.
    private static func persist(
        _ call: @Sendable () async throws -> CallResult
    ) async throws -> CallResult {
        for _ in 0..<500 {
            let result = try await call()
            if !result.isOpen { return result }
            try await Task.sleep(for: .milliseconds(10))
        }
        return .open
    }

    private static func count(_ what: Query, in world: SimulatedWorld) async throws -> Int64 {
        try await world.archive.run("SELECT count(*) AS count FROM \(what)")[0].get("count")
    }

    @Test func `of 64 cards for one checkout one is charged`() async throws {
        try await SimulatedWorld.open(connections: 8) { world in
            let session = try await world.till.checkout("10.00", at: world.clock.now)
            let result = try await together(64) { index in
                try await world.pay(session, key: "card-\(index)")
            }
            #expect(result.count { $0 == .done("paid") } == 1)
            #expect(
                try await Self.count("sandbox.charges WHERE state = 'charged'", in: world) == 1)
            #expect(try await world.till.session(session).captured == 1_000)
            try await world.expectAllIsWell()
        }
    }

    @Test func `64 checkouts share one gift card, and it pays for as many as it covers`()
        async throws
    {
        try await SimulatedWorld.open(connections: 8) { world in
            let card = try await world.till.balance("10.00")
            let sessions = try await together(64) { _ in
                try await world.till.checkout("10.00", at: world.clock.now)
            }
            let attached = try await together(64) { index in
                try await world.till.attach(card, to: sessions[index], upTo: "1.00")
                    .balance == nil
            }
            #expect(attached.count { $0 } == 10)
            #expect(try await world.till.says(card) == "10.00 held 10.00")
            let paid = try await together(64) { index in
                try await Self.persist { try await world.pay(sessions[index], key: "k-\(index)") }
            }
            #expect(paid.allSatisfy { $0 == .done("paid") })
            #expect(try await world.till.says(card) == "0.00 held 0.00")
            let taken: Int64 = try await world.archive.run(
                "SELECT sum(taken)::int8 AS taken FROM sandbox.charges")[0].get("taken")
            #expect(taken == 64_000 - 1_000)
            try await world.expectAllIsWell()
        }
    }

    @Test func `a gift card attached 64 times to one checkout pays once`() async throws {
        try await SimulatedWorld.open(connections: 8) { world in
            let card = try await world.till.balance("25.00")
            let session = try await world.till.checkout("10.00", at: world.clock.now)
            _ = try await together(64) { _ in try await world.till.attach(card, to: session) }
            #expect(try await world.till.says(card) == "25.00 held 10.00")
            let result = try await together(64) { index in
                try await world.payByBalance(session, key: "tap-\(index)")
            }
            #expect(Set(result.map { "\($0)" }) == ["\(CallResult.done("paid"))"])
            #expect(try await world.till.says(card) == "15.00 held 0.00")
            try await world.expectAllIsWell()
        }
    }

    @Test func `64 calls with one idempotency key pay once and get the same answer`() async throws {
        try await SimulatedWorld.open(connections: 8) { world in
            let session = try await world.till.checkout("10.00", at: world.clock.now) {
                $0.captureMethod = .manual
            }
            func all(_ call: @escaping @Sendable () async throws -> CallResult) async throws
                -> CallResult
            {
                let result = try await together(64) { _ in try await Self.persist(call) }
                #expect(Set(result.map { "\($0)" }).count == 1)
                return result[0]
            }
            #expect(try await all { try await world.pay(session, key: "a") } == .done("paid"))
            #expect(
                try await all { try await world.capture(session, 700, key: "b") }
                    == .done("capture succeeded 700"))
            #expect(
                try await all { try await world.refund(session, 300, key: "c") }
                    == .done("refund succeeded 300"))
            let one = try await world.till.balance("10.00")
            let other = try await world.till.balance("0.00")
            #expect(
                try await all {
                    try await world.move(
                        500, from: .system(.issuance), to: .balance(one), .credit, key: "d")
                } == .done("moved 5.00"))
            #expect(
                try await all {
                    try await world.move(
                        600, from: .balance(one), to: .balance(other), .transfer, key: "e")
                } == .done("moved 6.00"))
            #expect(try await world.till.says(one) == "9.00 held 0.00")
            #expect(try await world.till.says(other) == "6.00 held 0.00")
            let paid = try await world.till.session(session)
            #expect(paid.captured == 700)
            #expect(paid.refunded == 300)
            #expect(
                try await Self.count("sandbox.settlements WHERE state = 'done'", in: world) == 2)
            try await world.expectAllIsWell()
        }
    }
}
