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

/// The server dies, or a fault occurs around it, at every point where that is possible. Then it
/// restarts, its workers run and clients repeat their calls, and the books, the bank's own record
/// and the clients' answers are as if each operation had run once.
///
/// `PAYSHEET_CRASH_POINTS=500` limits the number of points.
@Suite(.timeLimit(.minutes(10)))
struct CrashPointTests {
    static let points =
        ProcessInfo.processInfo.environment["PAYSHEET_CRASH_POINTS"].flatMap(Int.init) ?? 10_000
    /// Concurrent towns, each with its share of the points.
    private static let towns = 4

    @Test func `with a crash at any point each operation happens once`() async throws {
        let struck = try await withThrowingTaskGroup(of: [String: Int].self) { group in
            for number in 0..<Self.towns {
                group.addTask {
                    try await Town.open { town in
                        var story = Story(town: town, seed: UInt64(number), of: Self.towns)
                        while story.total < Self.points / Self.towns { try await story.tell() }
                        try await town.expectAllIsWell()
                        return story.struck
                    }
                }
            }
            return try await group.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
        }
        let total = struck.values.reduce(0, +)
        print("crash points:", total, struck.sorted { $0.key < $1.key })
        #expect(total >= Self.points / Self.towns * Self.towns)
        for kind in [
            "pay", "pay by balance", "pay together", "capture", "refund", "move", "deliver", "void",
            "work",
        ] {
            #expect(struck[kind, default: 0] > 0, "\(kind) was never struck")
        }
    }
}

/// The sequence of one buyer after another, with a fault in each call.
struct Story {
    let town: Town
    private var random: SeededGenerator
    /// The next fault point of each kind of call; the story visits all of them.
    private var next: [String: Int] = [:]
    private(set) var struck: [String: Int] = [:]
    private var calls = 0

    init(town: Town, seed: UInt64, of towns: Int) {
        self.town = town
        random = SeededGenerator(seed: 0x9A75_4EE7 + seed)
    }

    var total: Int { struck.values.reduce(0, +) }

    mutating func tell() async throws {
        switch random.below(7) {
        case 0: try await byCard(automatic: true)
        case 1: try await byCard(automatic: false)
        case 2: try await byBalance()
        case 3: try await byBoth()
        case 4: try await moves()
        case 5: try await together()
        default: try await voided()
        }
        try await strike("deliver") { town in
            await town.deliver()
            return .open
        }
        town.clock.advance(seconds: 61)
        await town.deliver()
    }

    // MARK: Stories

    private mutating func byCard(automatic: Bool) async throws {
        let sheet = try await town.till.checkout("10.00", at: town.clock.now) {
            $0.captureMethod = automatic ? .automatic : .manual
        }
        try await pay(sheet)
        if !automatic {
            try await capture(sheet, 400, expecting: 400)
            try await capture(sheet, nil, expecting: 1_000)
        }
        try await refund(sheet, 300, expecting: 300)
        try await refund(sheet, nil, expecting: 1_000)
        #expect(try await town.till.sheet(sheet).state == .refunded)
    }

    private mutating func byBalance() async throws {
        let balance = try await town.till.balance("25.00")
        let sheet = try await town.till.checkout("10.00", at: town.clock.now)
        try await town.till.attach(balance, to: sheet, at: town.clock.now)
        let told = try await strike("pay by balance") { [key = key()] town in
            try await town.payByBalance(sheet, key: key)
        }
        #expect(told == .done("paid"))
        #expect(try await town.till.says(balance) == "15.00 held 0.00")
        try await refund(sheet, 400, expecting: 400)
        #expect(try await town.till.says(balance) == "19.00 held 0.00")
    }

    /// Several concurrent payments, which are one statement and one commit.
    private mutating func together() async throws {
        let balance = try await town.till.balance("50.00")
        var calls: [(sheet: Sheet, key: String)] = []
        for _ in 0..<5 {
            let sheet = try await town.till.checkout("10.00", at: town.clock.now)
            try await town.till.attach(balance, to: sheet, at: town.clock.now)
            calls.append((sheet, key()))
        }
        let told = try await strike("pay together") { [calls] town in
            try await withThrowingTaskGroup(of: Told.self) { group in
                for call in calls {
                    group.addTask { try await town.payByBalance(call.sheet, key: call.key) }
                }
                let all = try await group.reduce(into: []) { $0.append($1) }
                return all.contains(.open) ? .open : all.first { $0 != .done("paid") } ?? all[0]
            }
        }
        #expect(told == .done("paid"))
        #expect(try await town.till.says(balance) == "0.00 held 0.00")
    }

    private mutating func byBoth() async throws {
        let balance = try await town.till.balance("4.00")
        let isManual = random.chance(50)
        let sheet = try await town.till.checkout("10.00", at: town.clock.now) {
            $0.captureMethod = isManual ? .manual : .automatic
        }
        try await town.till.attach(balance, to: sheet, at: town.clock.now)
        try await pay(sheet, attaching: balance)
        if isManual { try await capture(sheet, nil, expecting: 1_000) }
        #expect(try await town.till.says(balance) == "0.00 held 0.00")
        try await refund(sheet, 700, expecting: 700)
        #expect(try await town.till.says(balance) == "1.00 held 0.00")
    }

    private mutating func moves() async throws {
        let one = try await town.till.balance("10.00")
        let other = try await town.till.balance("0.00")
        for amount: Int64 in [300, 200, 500] {
            let told = try await strike("move") { [key = key()] town in
                try await town.move(
                    amount, from: .balance(one), to: .balance(other), .transfer, key: key)
            }
            guard case .done = told else {
                Issue.record("a transfer came to \(told)")
                return
            }
        }
        #expect(try await town.till.says(one) == "0.00 held 0.00")
        #expect(try await town.till.says(other) == "10.00 held 0.00")
    }

    private mutating func voided() async throws {
        let sheet = try await town.till.checkout("10.00", at: town.clock.now) {
            $0.captureMethod = .manual
        }
        try await pay(sheet)
        let told = try await strike("void") { town in try await town.void(sheet) }
        #expect(told == .done("voided"))
        #expect(try await town.till.sheet(sheet).state == .canceled)
    }

    // MARK: Calls

    /// A buyer whose payment failed taps again; this time there is no fault.
    private mutating func pay(_ sheet: Sheet, attaching balance: Balance.ID? = nil) async throws {
        var told = try await strike("pay") { [key = key()] town in
            try await town.pay(sheet, key: key)
        }
        if told == .done("declined") {
            #expect(try await town.till.sheet(sheet).state == .open)
            told = try await town.pay(sheet, key: key())
        }
        #expect(told == .done("paid"))
        let state = try await town.till.sheet(sheet).state
        #expect(state == .authorized || state == .captured)
    }

    private mutating func capture(
        _ sheet: Sheet, _ amount: Int64?, expecting sum: Int64
    ) async throws {
        let before = try await town.till.sheet(sheet).captured
        let told = try await strike("capture") { [key = key()] town in
            try await town.capture(sheet, amount, key: key)
        }
        #expect(told == .done("capture succeeded \(sum - before)"))
        #expect(try await town.till.sheet(sheet).captured == sum)
    }

    private mutating func refund(
        _ sheet: Sheet, _ amount: Int64?, expecting sum: Int64
    ) async throws {
        let before = try await town.till.sheet(sheet).refunded
        let told = try await strike("refund") { [key = key()] town in
            try await town.refund(sheet, amount, key: key)
        }
        #expect(told == .done("refund succeeded \(sum - before)"))
        #expect(try await town.till.sheet(sheet).refunded == sum)
    }

    private mutating func key() -> String {
        calls += 1
        return "key-\(calls)"
    }

    /// Makes a call with a fault, lets time, workers and the client go on in one of several orders,
    /// and returns the client's last answer.
    @discardableResult
    private mutating func strike(
        _ kind: String, _ call: @Sendable (Town) async throws -> Told
    ) async throws -> Told {
        let town = town
        let step = next[kind, default: 0]
        let fault = Fate.Fault.allCases[random.below(2)]
        town.fate.arm(at: step, fault, variant: random.below(6))
        let first = try await call(town)
        let (passed, isStruck) = town.fate.disarm()
        // After the last point, start again at the first.
        next[kind] = isStruck ? step + 1 : 0
        guard isStruck else { return first }
        struck[kind, default: 0] += 1
        if random.chance(30) { await town.fate.arriveLate() }
        // A client that lost its answer asks again, at once or later.
        if random.chance(50) { agree(try await call(town), with: .open, passed) }
        if random.chance(50) {
            // Workers die, too.
            if random.chance(50) {
                town.fate.arm(at: random.below(8), fault, variant: random.below(6))
            }
            try await town.drain()
            if town.fate.disarm().struck { struck["work", default: 0] += 1 }
        }
        var last = try await call(town)
        for _ in 0..<10 where last.isOpen && kind != "deliver" {
            try await town.drain()
            last = try await call(town)
        }
        await town.fate.arriveLate()
        // After a death there was no client left to receive an answer.
        if fault == .mishap { agree(first, with: last, passed) }
        try await town.drain()
        return last
    }

    /// A definite answer stays the same.
    private func agree(_ first: Told, with last: Told, _ passed: Int) {
        if !first.isOpen, !last.isOpen { #expect(first == last, "after \(passed) points") }
    }
}
