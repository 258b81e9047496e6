import Crypto
import Foundation
import Merchants
import Postgres
import Processors
import TestSupport
import Testing
import Vocabulary

@testable import Checkouts
@testable import Payments
@testable import Subscriptions

/// Random plans, calendars, clock jumps and processor faults, compared with a model of a few lines
/// that uses another calendar: Foundation's.
@Suite struct BillingModelTests {
    private static let scenarios = 90

    @Test func `each period is billed as in the model under any fault`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            var dice = Dice(33)
            let bank = FaultyBank(seed: 7)
            let fixture = try await BillingFixture(database, bank)
            var models: [Subscription.ID: Model] = [:]
            for _ in 0..<Self.scenarios {
                let model = Model(&dice)
                models[try await fixture.subscribe(to: model.terms, at: model.anchor)] = model
            }
            // The time of all subscriptions jumps by hours, days or months.
            var now = moment("2026-02-01T00:00:00Z")
            for _ in 0..<12 {
                let span = [3_600, 86_400, 7 * 86_400, 40 * 86_400].randomElement(using: &dice)!
                now = now.adding(seconds: Int64.random(in: 1...Int64(span), using: &dice))
                try await fixture.bill(at: now)
                for id in models.keys { models[id]?.pass(to: now) }
            }
            for (id, model) in models {
                let billed = try await fixture.invoices(of: id)
                #expect(
                    billed == model.invoices, "\(model.terms.phases) \(model.terms.missedPeriods)")
            }
            // The bank charged each paid period once, although a third of its calls failed.
            let paid = models.values.reduce(0) { $0 + $1.charged }
            #expect(bank.charges == paid)
            #expect(bank.faults > paid / 4)
            #expect(paid > 200)
            try await expectCleanAudit(database)
        }
    }
}

/// The expected invoices: a list of periods, counted one by one.
private struct Model {
    let terms: PlanTerms
    let anchor: Instant
    private(set) var invoices: [String] = []
    private(set) var charged = 0
    private var period = 0

    init(_ dice: inout Dice) {
        let zone = ["UTC", "Europe/Paris", "America/New_York", "Asia/Kathmandu"].randomElement(
            using: &dice)!
        let unit = Interval.Unit.allCases.randomElement(using: &dice)!
        let interval = Interval(unit, .random(in: 1...3, using: &dice))
        let first = Bool.random(using: &dice) ? Phase.Kind.trial : .introductory
        var phases: [Phase] = []
        if Bool.random(using: &dice) {
            phases.append(
                Phase(
                    kind: first, amount: usd(first == .trial ? "0" : "1"), interval: interval,
                    cycles: .random(in: 1...4, using: &dice)))
        }
        phases.append(
            Phase(
                kind: .regular, amount: usd("9"), interval: interval,
                cycles: Bool.random(using: &dice) ? nil : .random(in: 1...20, using: &dice)))
        self.terms = makeTerms(
            phases, zone: zone, missed: .allCases.randomElement(using: &dice)!)
        anchor = moment("2026-01-31T12:00:00Z").adding(
            seconds: 3_600 * .random(in: 0...23, using: &dice))
        bill(0, isCharged: false, isFirst: true)
    }

    private mutating func bill(_ period: Int, isCharged: Bool, isFirst: Bool = false) {
        let isTrial = phase(period)?.kind == .trial
        let isPaid = isFirst || isCharged
        invoices.append("\(period) \(isPaid ? "paid" : "skipped")")
        if isCharged, !isTrial { charged += 1 }
        self.period = period
    }

    private func phase(_ period: Int) -> Phase? {
        var list: [Phase] = []
        for phase in terms.phases {
            list += Array(repeating: phase, count: phase.cycles ?? 2_000)
        }
        return period < list.count ? list[period] : nil
    }

    /// All phases have one interval: period n begins n intervals after the anchor.
    private func start(_ period: Int) -> Instant {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: terms.timeZone?.text ?? "UTC")!
        let interval = terms.regular.interval
        let component: Calendar.Component =
            switch interval.unit {
            case .day, .week: .day
            case .month: .month
            case .year: .year
            }
        let count = (interval.unit == .week ? 7 : 1) * interval.count * period
        let from = Date(timeIntervalSince1970: Double(anchor.microseconds / 1_000_000))
        let date = calendar.date(byAdding: component, value: count, to: from)!
        return Instant(seconds: Int64(date.timeIntervalSince1970))
    }

    mutating func pass(to now: Instant) {
        var begun: [Int] = []
        var next = period + 1
        while phase(next) != nil, start(next) <= now {
            begun.append(next)
            next += 1
        }
        for number in begun {
            let isCharged =
                switch terms.missedPeriods {
                case .billEach: true
                case .billOnce: number == begun.last
                case .skip: begun.count == 1
                }
            bill(number, isCharged: isCharged)
        }
    }
}

/// A processor that fails a random third of its calls: the request is not sent, or the answer is
/// lost.
private final class FaultyBank: @unchecked Sendable {
    private let lock = NSLock()
    private var dice: Dice
    private var taken: [AttemptKey: Approval] = [:]
    private var closed: Set<AttemptKey> = []
    private var failed = 0

    init(seed: UInt64) { dice = Dice(seed) }

    var charges: Int { lock.withLock { taken.values.count { $0.amount.minorUnits > 0 } } }
    var faults: Int { lock.withLock { failed } }

    private func take(_ request: AuthorizationRequest) -> Result<Approval, ProcessorFault> {
        lock.withLock {
            if closed.contains(request.key) { return .failure(.closed) }
            if let before = taken[request.key] { return .success(before) }
            let number = Int.random(in: 0..<6, using: &dice)
            if number == 0 {
                failed += 1
                return .failure(.unreachable)
            }
            let approval = Approval(
                reference: "bank", amount: request.amount, networkTransaction: "1",
                issuingCountry: nil, captureBefore: moment("2099-01-01T00:00:00Z"),
                isCaptured: request.captureNow, card: .unknown)
            taken[request.key] = approval
            guard number > 1 else {
                failed += 1
                return .failure(.answerLost)
            }
            return .success(approval)
        }
    }

    private func known(_ key: AttemptKey, closing: Bool) -> AuthorizationOutcome? {
        lock.withLock {
            if let approval = taken[key] { return .approved(approval) }
            if closing { closed.insert(key) }
            return nil
        }
    }

    var processor: Processor {
        var processor = Processor.unimplemented
        processor.name = "faulty"
        processor.authorize = { (request) async throws(ProcessorFault) in
            .approved(try self.take(request).get())
        }
        processor.find = { (key) async throws(ProcessorFault) in self.known(key, closing: false) }
        processor.close = { (key) async throws(ProcessorFault) in self.known(key, closing: true) }
        return processor
    }
}

/// A merchant with billing, and the workers that bill.
private struct BillingFixture {
    let database: Database
    let merchant: Merchant
    let paymentContext: PaymentContext
    let charge: ChargeInvoices

    static let identify: @Sendable (Instant) -> UUID128 = {
        UUID128.version7(at: $0, random: Random.words())
    }

    /// The real time is the machine's; only the billing calendar jumps.
    static let now: @Sendable () -> Instant = {
        Instant(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000))
    }

    init(_ database: Database, _ bank: FaultyBank) async throws {
        self.database = database
        let open = OpenMerchant(
            name: "Toast", live: false, settings: MerchantSettings(), now: Self.now(),
            keyIdentifiers: (Self.identify(Self.now()), Self.identify(Self.now())))
        merchant = try await database.transaction { try open(in: $0) }.merchant
        let processor = bank.processor
        paymentContext = PaymentContext(
            database: database, registry: Registry(database: database, now: Self.now),
            keys: KeyRing(masters: [1: Secret.random(KeyRing.masterCount)]),
            processor: { _ in processor }, identify: Self.identify)
        charge = ChargeInvoices(
            paymentContext,
            ChargeSavedCard(paymentContext, deadlines: Deadlines(), limit: .seconds(10)),
            now: Self.now)
    }

    /// A subscription whose first period was paid on a sheet.
    func subscribe(to terms: PlanTerms, at anchor: Instant) async throws -> Subscription.ID {
        let (number, now) = (merchant.number, Self.now())
        let plan = Plan(
            id: .init(merchant: number, uuid: Self.identify(now)), terms: terms, createdAt: now)
        let uuid = Self.identify(now)
        let checkout = CheckoutSession.ID(merchant: number, uuid: uuid)
        let card = SavedCard(
            id: .init(merchant: number, uuid: uuid), checkout: checkout, processor: "faulty",
            reference: SavedCardReference(
                reference: "card", networkTransaction: "1", merchantToken: nil),
            display: .unknown, createdAt: now)
        var subscription = Subscription(
            id: .init(merchant: number, uuid: uuid), checkout: checkout, plan: plan.id,
            planVersion: 1, terms: terms, card: card, clock: nil, state: .active,
            country: Country("US")!, anchor: anchor, anchorPeriod: 0, origin: 0,
            period: 0,
            periodStart: anchor, periodEnd: anchor, kind: .regular,
            announcedPeriod: 0, version: 1,
            endsWithPeriod: false, dueAt: nil, events: 0, reference: nil, createdAt: now,
            changedAt: now)
        subscription.enter(0)
        subscription.state = subscription.runningState
        subscription.dueAt = subscription.nextAction?.at
        let invoice = Invoice(
            id: .init(merchant: number, uuid: uuid), subscription: subscription.id, period: 0,
            periodStart: anchor, periodEnd: subscription.periodEnd, state: .paid,
            currency: dollar, amount: usd("0"), amountMax: nil, checkout: checkout, clock: nil,
            createdAt: now, endedAt: now)
        try await database.transaction { [subscription] transaction in
            _ = try CreatePlan(plan: plan)(in: transaction)
            try transaction.run(
                """
                INSERT INTO checkouts (merchant_id, checkout_id, state, version, currency, total,
                    total_pending, settings_version, request, derivation_key, attempts,
                    created_at, expires_at, changed_at)
                VALUES (\(number), \(uuid), 'captured', 1, 'USD', 0, false, 1, '{}', 1, 1, \(now),
                    \(now), \(now))
                """)
            try transaction.run(
                """
                INSERT INTO attempts (merchant_id, attempt_id, checkout_id, number, state,
                    processor, amount, currency, version, fingerprint, started_at, leased_until,
                    ended_at)
                VALUES (\(number), \(uuid), \(uuid), 1, 'authorized', 'faulty', 0, 'USD', 1, '',
                    \(now), \(now), \(now))
                """)
            try transaction.enqueue(SavedCard.stored.insert([card]))
            try transaction.enqueue(subscription.insert)
            try transaction.enqueue(invoice.insert)
        }
        return subscription.id
    }

    /// Bills until no invoice is due. Recovers attempts two minutes in the future, so that no test
    /// waits for a lease.
    func bill(at now: Instant) async throws {
        let recover = RecoverAttempts(paymentContext)
        for _ in 0..<400 {
            let time = BillingTime(calendar: now, moment: paymentContext.moment(Self.now()))
            let advance = AdvanceSubscriptions(.realTime, at: time)
            let advanced = try await database.transaction { try advance(in: $0) }
            let charged = try await charge(.realTime, at: now)
            _ = try await recover(at: Self.now().adding(seconds: 120))
            let open = try await database.run(
                """
                UPDATE invoices SET due_at = \(now)
                WHERE merchant_id = \(merchant.number) AND state = 'open' RETURNING true
                """)
            if advanced == 0, charged == 0, open.isEmpty { return }
        }
        Issue.record("billing does not end")
    }

    /// The invoices of a subscription, in the order of its periods.
    func invoices(of id: Subscription.ID) async throws -> [String] {
        try await database.run(
            """
            SELECT period, state FROM invoices WHERE merchant_id = \(id.merchant)
                AND subscription_id = \(id.uuid) ORDER BY period
            """
        ).map { "\(try $0.get("period", as: Int64.self)) \(try $0.get("state", as: String.self))" }
    }
}
