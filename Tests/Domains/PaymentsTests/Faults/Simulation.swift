import Balances
import CartSupport
import Merchants
import Postgres
import Processors
import Testing
import Vocabulary

@testable import Carts
@testable import Checkouts
@testable import Payments

/// Several clients, workers, a bank and faults on a few checkouts and balances, in an order that a
/// seed chooses, compared with the model. A call that is interrupted stays unfinished while others
/// go on.
struct Simulation {
    let world: SimulatedWorld
    private let seed: UInt64
    private var random: SeededGenerator
    private var model = MoneyModel()
    private var sessions: [CheckoutSession] = []
    private var balances: [Balance.ID] = []
    /// Calls without an answer: their clients repeat them with the same key.
    private var unanswered: [(deed: MoneyModel.Deed, key: String)] = []
    private var disputes: [(session: Int, report: DisputeReport)] = []
    private var calls = 0
    private(set) var history: [String] = []

    init(world: SimulatedWorld, seed: UInt64) {
        self.world = world
        self.seed = seed
        random = SeededGenerator(seed: seed)
    }

    mutating func run(steps: Int) async throws {
        for _ in 0..<4 { try await openBalance() }
        for _ in 0..<3 { try await openSheet() }
        for _ in 0..<steps { try await step() }
        try await reconcile()
    }

    private mutating func step() async throws {
        switch random.below(100) {
        case 0..<6: try await openSheet()
        case 6..<16: try await attach()
        case 16..<20: try await detach()
        case 20..<60: try await act(deed())
        case 60..<72: try await retryUnanswered()
        case 72..<84:
            armMaybe()
            world.clock.advance(seconds: Int64(random.pick([1, 6, 66, 70])))
            await world.work()
            _ = world.faults.disarm()
            history.append("work")
        case 84..<88:
            await world.sweep()
            await world.deliver()
        case 88..<91: world.clock.advance(seconds: -Int64(random.pick([3_600, 86_400, 5])))
        case 91..<95: await world.faults.arriveLate()
        default: try await dispute()
        }
    }

    // MARK: Things

    private mutating func openBalance() async throws {
        balances.append(try await world.till.balance("20.00"))
        model.balances.append(MoneyModel.Balance(moved: 2_000))
    }

    private mutating func openSheet() async throws {
        let isManual = random.chance(50)
        sessions.append(
            try await world.till.checkout("10.00", at: world.clock.now) {
                $0.captureMethod = isManual ? .manual : .automatic
            })
        model.payments.append(MoneyModel.Payment(price: 1_000, isManual: isManual))
    }

    private mutating func deed() -> MoneyModel.Deed {
        let session = sessions.count - 1 - random.below(min(4, sessions.count))
        let (one, other) = (random.below(balances.count), random.below(balances.count))
        let amount = Int64(random.pick([100, 250, 333, 500, 1_000]))
        switch random.below(12) {
        case 0: return .credit(one, amount)
        case 1: return .debit(one, amount)
        case 2, 3: return one == other ? .credit(one, amount) : .transfer(one, other, amount)
        case 4, 5, 6: return .pay(session)
        case 7, 8: return .capture(session, amount)
        case 9, 10: return .refund(session, amount)
        default: return .void(session)
        }
    }

    // MARK: Calls

    private mutating func armMaybe() {
        guard random.chance(50) else { return world.faults.arm(at: nil, .death, variant: 0) }
        world.faults.arm(
            at: random.below(12), random.pick(FaultInjector.Fault.allCases),
            variant: random.below(6))
    }

    private mutating func act(_ deed: MoneyModel.Deed) async throws {
        calls += 1
        let key = "\(seed)-\(calls)"
        let possible = model.isPossible(deed, available: try await available(deed))
        armMaybe()
        let result = try await call(deed, key)
        let isStruck = world.faults.disarm().struck
        history.append("\(deed) \(key): \(result)")
        switch result {
        case .open: break
        // The server may decline a payment whose shown price is outdated.
        case .done("declined"): return
        case .done(let text):
            #expect(!text.contains("failed"), "\(deed) in \(story)")
            if !isStruck { #expect(possible != false, "\(deed) in \(story)") }
        case .refused:
            if !isStruck, case .pay = deed { return }
            if !isStruck { #expect(possible != true, "\(deed) in \(story)") }
        }
        if result.isOpen {
            unanswered.append((deed, key))
            model.note(deed, unanswered: 1)
        } else if case .done = result {
            model.done(deed)
        }
    }

    private mutating func retryUnanswered() async throws {
        guard !unanswered.isEmpty else { return }
        let index = random.below(unanswered.count)
        armMaybe()
        try await retryUnanswered(index)
    }

    private mutating func retryUnanswered(_ index: Int) async throws {
        let (deed, key) = unanswered[index]
        let result = try await call(deed, key)
        _ = world.faults.disarm()
        history.append("again \(deed) \(key): \(result)")
        guard !result.isOpen else { return }
        unanswered.remove(at: index)
        model.note(deed, unanswered: -1)
        if case .done(let text) = result, text != "declined" { model.done(deed) }
        // Voiding the rest of a partly captured payment leaves it captured, so the model cannot
        // recognize it by a key.
        if case .void(let number) = deed, result.isRefusal {
            let state = try await world.till.session(sessions[number]).state
            if state == .captured { model.done(deed) }
        }
    }

    private func call(_ deed: MoneyModel.Deed, _ key: String) async throws -> CallResult {
        switch deed {
        case .credit(let balance, let amount):
            try await world.move(
                amount, from: .system(.issuance), to: .balance(balances[balance]), .credit,
                key: key)
        case .debit(let balance, let amount):
            try await world.move(
                amount, from: .balance(balances[balance]), to: .system(.withdrawal), .debit,
                key: key)
        case .transfer(let from, let to, let amount):
            try await world.move(
                amount, from: .balance(balances[from]), to: .balance(balances[to]), .transfer,
                key: key)
        case .pay(let session):
            try await world.pay(sessions[session], key: key)
        case .capture(let session, let amount):
            try await world.capture(sessions[session], amount, key: key)
        case .refund(let session, let amount):
            try await world.refund(sessions[session], amount, key: key)
        case .void(let session): try await world.void(sessions[session])
        }
    }

    private func available(_ deed: MoneyModel.Deed) async throws -> Int64 {
        switch deed {
        case .debit(let balance, _), .transfer(let balance, _, _):
            try await world.till.balance(balances[balance]).available.minorUnits
        default: 0
        }
    }

    private mutating func attach() async throws {
        let session = sessions.count - 1 - random.below(min(4, sessions.count))
        let balance = random.below(balances.count)
        let limit = random.pick(["1.00", "4.00", "6.00", nil])
        do {
            try await world.till.attach(
                balances[balance], to: sessions[session], upTo: limit, at: world.clock.now)
            history.append("attach \(balance) to \(session)")
        } catch is CheckoutRefusal {} catch is BalanceRefusal {}
        try await checkTenders(at: session)
    }

    private mutating func detach() async throws {
        let session = sessions.count - 1 - random.below(min(4, sessions.count))
        do {
            try await world.till.detach(
                balances[random.below(balances.count)], from: sessions[session], at: world.clock.now
            )
        } catch is CheckoutRefusal {} catch is BalanceRefusal {}
        try await checkTenders(at: session)
    }

    private mutating func checkTenders(at number: Int) async throws {
        let tenders = try await world.till.session(sessions[number]).tenders
        let promised = tenders.reduce(0) { $0 + $1.amount }
        #expect(promised <= model.payments[number].price, "\(story)")
        guard model.payments[number].unanswered == 0 else { return }
        model.payments[number].promised = Dictionary(
            uniqueKeysWithValues: tenders.map { (balances.firstIndex(of: $0.balance)!, $0.amount) })
    }

    /// The buyer's bank opens a dispute, or decides one.
    private mutating func dispute() async throws {
        let recordDispute: RecordDispute
        let number: Int
        if let index = disputes.indices.randomElement(using: &random), random.chance(60) {
            let old = disputes.remove(at: index)
            number = old.session
            let state: DisputeReport.State = random.chance(50) ? .won : .lost
            recordDispute = RecordDispute(
                context: world.till.context(sessions[number], at: world.clock.now),
                report: DisputeReport(
                    reference: old.report.reference, charge: old.report.charge,
                    amount: old.report.amount, reason: "fraudulent", state: state))
        } else {
            number = random.below(sessions.count)
            let attempts = try await world.till.attempts(sessions[number])
            guard let attempt = attempts.last(where: { $0.captured > 0 }) else { return }
            calls += 1
            let report = DisputeReport(
                reference: "dp_\(calls)", charge: AttemptKey(attempt.id), amount: attempt.amount,
                reason: "fraudulent", state: .opened)
            disputes.append((number, report))
            recordDispute = RecordDispute(
                context: world.till.context(sessions[number], at: world.clock.now), report: report)
        }
        // A bank repeats a notice until it is acknowledged.
        _ = try await world.archive.transaction { try recordDispute(in: $0) }
        _ = try await world.archive.transaction { try recordDispute(in: $0) }
        let session = try await world.till.session(sessions[number])
        model.payments[number].disputed = session.disputed
        history.append("dispute of \(number): \(session.disputed)")
    }

    // MARK: The end

    /// Without further faults, clients repeat their calls until each has an outcome, and workers
    /// run until no operation is in progress.
    private mutating func reconcile() async throws {
        world.clock.catchUp()
        world.clock.advance(seconds: 2 * 86_400)
        for _ in 0..<30 {
            try await world.drain()
            for index in unanswered.indices.reversed() { try await retryUnanswered(index) }
            if unanswered.isEmpty { break }
        }
        #expect(unanswered.isEmpty, "\(unanswered) in \(story)")
        try await world.drain()
        await world.sweep()
        for (number, payment) in model.payments.enumerated() {
            let session = try await world.till.session(sessions[number])
            #expect(
                session.captured == payment.captured,
                "the captured amount of payment \(number) in \(story)")
            #expect(
                session.refunded == payment.refunded,
                "the refunded amount of payment \(number) in \(story)")
        }
        for (number, balance) in model.balances.enumerated() {
            let paid: Int64 = try await world.archive.run(
                """
                SELECT coalesce(sum(captured - refunded), 0)::int8 AS paid FROM holds
                WHERE merchant_id = \(world.till.merchant.number)
                    AND balance_id = \(balances[number].uuid)
                """)[0].get("paid")
            let amount = try await world.till.balance(balances[number]).amount.minorUnits
            #expect(amount == balance.moved - paid, "balance \(number) in \(story)")
        }
        try await world.expectAllIsWell()
    }

    private var story: String {
        "PAYSHEET_SIMULATION_SEED=\(seed):\n" + history.suffix(200).joined(separator: "\n")
    }
}
