import Balances
import CartSupport
import Foundation
import Merchants
import Postgres
import Processors
import TestSupport
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// The server dies, or a statement, commit or call fails, at every point where that is possible.
/// Then the server restarts, its workers run and clients repeat their calls. In the end the books,
/// the bank's own record and the clients' answers are as if each operation had run once.
///
/// `PAYSHEET_CRASH_POINTS=500` sets the number of points; the default is 10,000.
@Suite(.timeLimit(.minutes(10)))
struct CrashPointTests {
    static let points =
        ProcessInfo.processInfo.environment["PAYSHEET_CRASH_POINTS"].flatMap(Int.init) ?? 10_000
    /// Concurrent worlds, each with its own database and its share of the points.
    private static let worlds = 4

    @Test func `each payment operation happens once with a crash at any point`() async throws {
        let struck = try await withThrowingTaskGroup(of: [String: Int].self) { group in
            for number in 0..<Self.worlds {
                group.addTask {
                    try await SimulatedWorld.open { world in
                        var story = Story(world: world, seed: UInt64(number), of: Self.worlds)
                        while story.total < Self.points / Self.worlds { try await story.runBuyer() }
                        try await world.expectAllIsWell()
                        return story.struck
                    }
                }
            }
            return try await group.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
        }
        let total = struck.values.reduce(0, +)
        print("crash points:", total, struck.sorted { $0.key < $1.key })
        #expect(total >= Self.points / Self.worlds * Self.worlds)
        for kind in [
            "pay", "pay by balance", "pay together", "capture", "refund", "move", "deliver", "void",
            "work",
        ] {
            #expect(struck[kind, default: 0] > 0, "\(kind) was never interrupted")
        }
    }
}

/// Runs the calls of one buyer after another, with a fault in each call.
struct Story {
    let world: SimulatedWorld
    private var random: SeededGenerator
    /// The next fault point of each kind of call; the story visits all of them.
    private var next: [String: Int] = [:]
    private(set) var struck: [String: Int] = [:]
    private var calls = 0

    init(world: SimulatedWorld, seed: UInt64, of worlds: Int) {
        self.world = world
        random = SeededGenerator(seed: 0x9A75_4EE7 + seed)
    }

    var total: Int { struck.values.reduce(0, +) }

    mutating func runBuyer() async throws {
        switch random.below(7) {
        case 0: try await byCard(automatic: true)
        case 1: try await byCard(automatic: false)
        case 2: try await byBalance()
        case 3: try await byBoth()
        case 4: try await moves()
        case 5: try await together()
        default: try await voided()
        }
        try await strike("deliver") { world in
            await world.deliver()
            return .open
        }
        world.clock.advance(seconds: 61)
        await world.deliver()
    }

    // MARK: Stories

    private mutating func byCard(automatic: Bool) async throws {
        let session = try await world.till.checkout("10.00", at: world.clock.now) {
            $0.captureMethod = automatic ? .automatic : .manual
        }
        try await pay(session)
        if !automatic {
            try await capture(session, 400, expecting: 400)
            try await capture(session, nil, expecting: 1_000)
        }
        try await refund(session, 300, expecting: 300)
        try await refund(session, nil, expecting: 1_000)
        #expect(try await world.till.session(session).state == .refunded)
    }

    private mutating func byBalance() async throws {
        let balance = try await world.till.balance("25.00")
        let session = try await world.till.checkout("10.00", at: world.clock.now)
        try await world.till.attach(balance, to: session, at: world.clock.now)
        let result = try await strike("pay by balance") { [key = key()] world in
            try await world.payByBalance(session, key: key)
        }
        #expect(result == .done("paid"))
        #expect(try await world.till.says(balance) == "15.00 held 0.00")
        try await refund(session, 400, expecting: 400)
        #expect(try await world.till.says(balance) == "19.00 held 0.00")
    }

    /// Several concurrent payments, which can share one statement and one commit.
    private mutating func together() async throws {
        let balance = try await world.till.balance("50.00")
        var calls: [(session: CheckoutSession, key: String)] = []
        for _ in 0..<5 {
            let session = try await world.till.checkout("10.00", at: world.clock.now)
            try await world.till.attach(balance, to: session, at: world.clock.now)
            calls.append((session, key()))
        }
        let result = try await strike("pay together") { [calls] world in
            try await withThrowingTaskGroup(of: CallResult.self) { group in
                for call in calls {
                    group.addTask { try await world.payByBalance(call.session, key: call.key) }
                }
                let all = try await group.reduce(into: []) { $0.append($1) }
                return all.contains(.open) ? .open : all.first { $0 != .done("paid") } ?? all[0]
            }
        }
        #expect(result == .done("paid"))
        #expect(try await world.till.says(balance) == "0.00 held 0.00")
    }

    private mutating func byBoth() async throws {
        let balance = try await world.till.balance("4.00")
        let isManual = random.chance(50)
        let session = try await world.till.checkout("10.00", at: world.clock.now) {
            $0.captureMethod = isManual ? .manual : .automatic
        }
        try await world.till.attach(balance, to: session, at: world.clock.now)
        try await pay(session, attaching: balance)
        if isManual { try await capture(session, nil, expecting: 1_000) }
        #expect(try await world.till.says(balance) == "0.00 held 0.00")
        try await refund(session, 700, expecting: 700)
        #expect(try await world.till.says(balance) == "1.00 held 0.00")
    }

    private mutating func moves() async throws {
        let one = try await world.till.balance("10.00")
        let other = try await world.till.balance("0.00")
        for amount: Int64 in [300, 200, 500] {
            let result = try await strike("move") { [key = key()] world in
                try await world.move(
                    amount, from: .balance(one), to: .balance(other), .transfer, key: key)
            }
            guard case .done = result else {
                Issue.record("the result of a transfer is \(result)")
                return
            }
        }
        #expect(try await world.till.says(one) == "0.00 held 0.00")
        #expect(try await world.till.says(other) == "10.00 held 0.00")
    }

    private mutating func voided() async throws {
        let session = try await world.till.checkout("10.00", at: world.clock.now) {
            $0.captureMethod = .manual
        }
        try await pay(session)
        let result = try await strike("void") { world in try await world.void(session) }
        #expect(result == .done("voided"))
        #expect(try await world.till.session(session).state == .canceled)
    }

    // MARK: Calls

    /// A buyer whose payment was declined taps again, without a fault.
    private mutating func pay(_ session: CheckoutSession, attaching balance: Balance.ID? = nil)
        async throws
    {
        var result = try await strike("pay") { [key = key()] world in
            try await world.pay(session, key: key)
        }
        if result == .done("declined") {
            #expect(try await world.till.session(session).state == .open)
            result = try await world.pay(session, key: key())
        }
        #expect(result == .done("paid"))
        let state = try await world.till.session(session).state
        #expect(state == .authorized || state == .captured)
    }

    private mutating func capture(
        _ session: CheckoutSession, _ amount: Int64?, expecting sum: Int64
    ) async throws {
        let before = try await world.till.session(session).captured
        let result = try await strike("capture") { [key = key()] world in
            try await world.capture(session, amount, key: key)
        }
        #expect(result == .done("capture succeeded \(sum - before)"))
        #expect(try await world.till.session(session).captured == sum)
    }

    private mutating func refund(
        _ session: CheckoutSession, _ amount: Int64?, expecting sum: Int64
    ) async throws {
        let before = try await world.till.session(session).refunded
        let result = try await strike("refund") { [key = key()] world in
            try await world.refund(session, amount, key: key)
        }
        #expect(result == .done("refund succeeded \(sum - before)"))
        #expect(try await world.till.session(session).refunded == sum)
    }

    private mutating func key() -> String {
        calls += 1
        return "key-\(calls)"
    }

    /// Makes a call with a fault. Then time passes, workers run and the client repeats the call, in
    /// a random order. Returns the client's last answer.
    @discardableResult
    private mutating func strike(
        _ kind: String, _ call: @Sendable (SimulatedWorld) async throws -> CallResult
    ) async throws -> CallResult {
        let world = world
        let step = next[kind, default: 0]
        let fault = FaultInjector.Fault.allCases[random.below(2)]
        world.faults.arm(at: step, fault, variant: random.below(6))
        let first = try await call(world)
        let (passed, isStruck) = world.faults.disarm()
        // After the last point, start again at the first.
        next[kind] = isStruck ? step + 1 : 0
        guard isStruck else { return first }
        struck[kind, default: 0] += 1
        if random.chance(30) { await world.faults.arriveLate() }
        // A client that lost its answer repeats the call, at once or later.
        if random.chance(50) { agree(try await call(world), with: .open, passed) }
        if random.chance(50) {
            // Workers die, too.
            if random.chance(50) {
                world.faults.arm(at: random.below(8), fault, variant: random.below(6))
            }
            try await world.drain()
            if world.faults.disarm().struck { struck["work", default: 0] += 1 }
        }
        var last = try await call(world)
        for _ in 0..<10 where last.isOpen && kind != "deliver" {
            try await world.drain()
            last = try await call(world)
        }
        await world.faults.arriveLate()
        // After a death the client received no answer.
        if fault == .mishap { agree(first, with: last, passed) }
        try await world.drain()
        return last
    }

    /// A definite answer stays the same.
    private func agree(_ first: CallResult, with last: CallResult, _ passed: Int) {
        if !first.isOpen, !last.isOpen { #expect(first == last, "after \(passed) points") }
    }
}
