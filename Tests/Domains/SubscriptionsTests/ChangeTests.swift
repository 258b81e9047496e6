import Merchants
import Postgres
import Processors
import Testing
import Vocabulary

@testable import Checkouts
@testable import Payments
@testable import Subscriptions

/// A subscription to terms, without a database.
func subscription(to terms: PlanTerms, since start: String) -> Subscription {
    let merchant = MerchantNumber(1)
    let uuid = UUID128(high: 1, low: 1)
    let checkout = CheckoutSession.ID(merchant: merchant, uuid: uuid)
    let card = SavedCard(
        id: .init(merchant: merchant, uuid: uuid), checkout: checkout, processor: "sandbox",
        reference: SavedCardReference(
            reference: "card", networkTransaction: nil, merchantToken: nil),
        display: .unknown, createdAt: moment(start))
    var subscription = Subscription(
        id: .init(merchant: merchant, uuid: uuid), checkout: checkout,
        plan: .init(merchant: merchant, uuid: uuid), planVersion: 1, terms: terms, card: card,
        clock: nil, state: .active, country: Country("US")!, anchor: moment(start),
        anchorPeriod: 0, origin: 0, period: 0, periodStart: moment(start),
        periodEnd: moment(start), kind: .regular, announcedPeriod: 0,
        version: 1, endsWithPeriod: false, dueAt: nil,
        events: 0, reference: nil, createdAt: moment(start), changedAt: moment(start))
    subscription.enter(0)
    return subscription
}

extension Subscription {
    /// The payment of its period, with nothing refunded.
    fileprivate var whole: [PeriodPayment] { [paid(1, remaining: 1)] }

    fileprivate func paid(_ collected: Int64, remaining: Int64) -> PeriodPayment {
        PeriodPayment(
            invoice: .init(merchant: id.merchant, uuid: id.uuid),
            units: phase.map { terms.total(of: $0).minorUnits } ?? 0, collected: collected,
            remaining: remaining)
    }

    fileprivate func price(
        of terms: PlanTerms, at moment: Instant, by proration: Quote.ProrationBasis,
        paid: [PeriodPayment]
    ) -> ChangePrice {
        price(of: other, terms, at: moment, by: proration, paid: paid)
    }

    fileprivate func changed(to terms: PlanTerms, at moment: Instant) -> Subscription {
        changed(to: other, terms, at: moment)
    }

    /// Another plan than the subscription's.
    fileprivate var other: Plan.ID { .init(merchant: id.merchant, uuid: UUID128(high: 1, low: 9)) }
}

extension Quote.ProrationBasis {
    /// By the second, or by the day of UTC's calendar.
    static let second = Quote.ProrationBasis(unit: .second, timeZone: nil)
    static let day = Quote.ProrationBasis(unit: .day, timeZone: nil)
}

@Suite struct ProrationTests {
    private let start = "2026-01-01T00:00:00Z"

    @Test(arguments: [
        // Half of the month is left: 15.5 of 31 days.
        ("2026-01-16T12:00:00Z", Quote.ProrationBasis.second, "15.00", "30.00", "15.00", "0.00"),
        // By the day, the day that has begun is used up: 15 of 31 are left.
        ("2026-01-16T12:00:00Z", .day, "14.52", "29.03", "14.51", "0.00"),
        ("2026-01-01T00:00:00Z", .second, "30.00", "60.00", "30.00", "0.00"),
        ("2026-01-01T00:00:00Z", .day, "30.00", "60.00", "30.00", "0.00"),
        ("2026-01-31T23:59:59Z", .day, "0.00", "0.00", "0.00", "0.00"),
        ("2026-01-31T23:59:59Z", .second, "0.00", "0.00", "0.00", "0.00"),
    ])
    func `a more expensive plan of the same interval costs the difference for the rest`(
        at: String, proration: Quote.ProrationBasis, credit: String, charge: String, due: String,
        remainingCredit: String
    ) {
        let old = subscription(to: makeTerms([regular("30", .month)]), since: start)
        let price = old.price(
            of: makeTerms([regular("60", .month)]), at: moment(at), by: proration, paid: old.whole)
        #expect(price.credit.decimal == credit)
        #expect(price.charge.decimal == charge)
        #expect(price.due.decimal == due)
        #expect(price.remainingCredit.decimal == remainingCredit)
    }

    @Test func `a cheaper plan credits the difference and keeps its period`() {
        let old = subscription(to: makeTerms([regular("30", .month)]), since: start)
        let new = makeTerms([regular("10", .month)])
        let price = old.price(
            of: new, at: moment("2026-01-16T12:00:00Z"), by: .second, paid: old.whole)
        #expect(price.due.decimal == "0.00")
        #expect(price.remainingCredit.decimal == "10.00")
        let changed = old.changed(to: new, at: moment("2026-01-16T12:00:00Z"))
        #expect(changed.periodEnd.rfc3339 == "2026-02-01T00:00:00Z")
        #expect(changed.upcoming(2).map(\.amount?.decimal) == ["10.00", "10.00"])
        #expect(
            changed.upcoming(2).map(\.at.rfc3339)
                == ["2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z"])
    }

    @Test func `a change of interval begins now, less the unused part of the old period`() {
        let old = subscription(to: makeTerms([regular("30", .month)]), since: start)
        let new = makeTerms([regular("300", .year)])
        let at = moment("2026-01-16T12:00:00Z")
        let price = old.price(of: new, at: at, by: .second, paid: old.whole)
        #expect(price.due.decimal == "285.00")
        let changed = old.changed(to: new, at: at)
        #expect(changed.periodStart == at)
        #expect(changed.periodEnd.rfc3339 == "2027-01-16T12:00:00Z")
    }

    @Test func `a trial continues to its end, and nothing is due`() {
        let old = subscription(
            to: makeTerms([trial(.day, 14), regular("30", .month)]), since: start)
        let new = makeTerms([trial(.day, 30), regular("60", .month)])
        let at = moment("2026-01-05T00:00:00Z")
        #expect(old.price(of: new, at: at, by: .second, paid: old.whole).due.decimal == "0.00")
        let next = old.changed(to: new, at: at).upcoming(1)[0]
        #expect(next.at.rfc3339 == "2026-01-15T00:00:00Z")
        #expect(next.amount?.decimal == "60.00")
    }

    @Test func `a monthly subscription keeps its day through a change of plan`() {
        let old = subscription(
            to: makeTerms([regular("9", .month)]), since: "2027-01-31T10:00:00Z")
        for moment in [moment("2027-02-10T00:00:00Z"), moment("2027-02-27T00:00:00Z")] {
            var changed = old.changed(to: makeTerms([regular("4", .month)]), at: moment)
            #expect(
                changed.upcoming(3).map(\.at.rfc3339) == [
                    "2027-02-28T10:00:00Z", "2027-03-31T10:00:00Z", "2027-04-30T10:00:00Z",
                ])
            changed.enter(1)
            let again = changed.changed(to: makeTerms([regular("5", .month)]), at: moment)
            #expect(again.upcoming(1)[0].at.rfc3339 == "2027-03-31T10:00:00Z")
        }
    }

    @Test func `a monthly subscription keeps its day through a year and another time zone`() {
        var current = subscription(
            to: makeTerms([regular("9", .month)]), since: "2027-01-31T10:00:00Z")
        let ends = { current.upcoming(3).map(\.at.rfc3339) }
        current.switchPlan(to: current.plan, makeTerms([regular("90", .year)]), from: 1)
        #expect(
            ends() == ["2027-02-28T10:00:00Z", "2028-02-29T10:00:00Z", "2029-02-28T10:00:00Z"])
        current.enter(2)
        current.switchPlan(to: current.plan, makeTerms([regular("9", .month)]), from: 3)
        #expect(
            ends() == ["2029-02-28T10:00:00Z", "2029-03-31T10:00:00Z", "2029-04-30T10:00:00Z"])
        current.enter(3)
        current.switchPlan(
            to: current.plan, makeTerms([regular("9", .month)], zone: "Europe/Madrid"), from: 5)
        current.enter(4)
        // In summer Madrid is two hours ahead of UTC.
        #expect(
            ends() == ["2029-04-30T10:00:00Z", "2029-05-31T10:00:00Z", "2029-06-30T10:00:00Z"])
    }

    /// Anchors on the 30th and 31st in UTC, whose local date in the other time zone is different.
    @Test(arguments: [
        // In the west the anchor is on the day before: the 30th.
        (
            "2027-01-31T02:00:00Z", "America/Los_Angeles",
            ["2027-02-28T02:00:00Z", "2027-03-31T01:00:00Z", "2027-05-01T01:00:00Z"]
        ),
        // In the east it is on the day after: the 1st, and the 31st.
        (
            "2027-01-31T20:00:00Z", "Pacific/Auckland",
            ["2027-02-28T20:00:00Z", "2027-03-31T20:00:00Z", "2027-04-30T21:00:00Z"]
        ),
        (
            "2027-01-30T20:00:00Z", "Pacific/Auckland",
            ["2027-02-28T20:00:00Z", "2027-03-30T20:00:00Z", "2027-04-29T21:00:00Z"]
        ),
    ])
    func `a change of time zone keeps the local day, and changing back restores the first`(
        start: String, zone: String, ends: [String]
    ) {
        let monthly = makeTerms([regular("9", .month)])
        let there = makeTerms([regular("9", .month)], zone: zone)
        var current = subscription(to: monthly, since: start)
        let before = current.upcoming(4).map(\.at.rfc3339)
        current.switchPlan(to: current.plan, there, from: 1)
        #expect(current.upcoming(3).map(\.at.rfc3339) == ends)
        current.switchPlan(to: current.plan, monthly, from: 1)
        #expect(current.upcoming(4).map(\.at.rfc3339) == before)
    }

    @Test func `the anchor stays a valid day of the month across the widest time zones`() {
        // 31 March in Pago Pago is 2 April in Kiritimati.
        var current = subscription(
            to: makeTerms([regular("9", .month)], zone: "Pacific/Pago_Pago"),
            since: "2026-02-01T10:30:00Z")
        for (zone, day) in [("Pacific/Kiritimati", 2), ("Pacific/Pago_Pago", 31)] {
            current.switchPlan(
                to: current.plan, makeTerms([regular("9", .month)], zone: zone), from: 2)
            #expect(current.anchorDay == day)
        }
    }

    @Test func `a change of time zone counts from the end of the paid period`() {
        // In Auckland the anchor is on the 31st, so the February period would end a day earlier
        // there.
        let old = subscription(
            to: makeTerms([regular("9", .month)]), since: "2027-01-30T23:30:00Z")
        let changed = old.changed(
            to: makeTerms([regular("4", .month)], zone: "Pacific/Auckland"),
            at: moment("2027-02-10T00:00:00Z"))
        #expect(changed.periodEnd.rfc3339 == "2027-02-28T23:30:00Z")
        #expect(changed.upcoming(1)[0].at == changed.periodEnd)
    }

    @Test func `a trial stays free through any number of changes`() {
        let at = moment("2026-01-05T00:00:00Z")
        let old = subscription(
            to: makeTerms([trial(.day, 14), regular("30", .month)]), since: start)
        let once = old.changed(to: makeTerms([regular("10", .month)]), at: at)
        #expect(once.phase?.kind == .trial)
        #expect(once.runningState == .trialing)
        let price = once.price(
            of: makeTerms([regular("1", .month)]), at: at, by: .second, paid: once.whole)
        #expect(price.credit.decimal == "0.00")
        #expect(price.charge.decimal == "0.00")
        let twice = once.changed(to: makeTerms([regular("1", .month)]), at: at)
        #expect(twice.upcoming(1)[0].at.rfc3339 == "2026-01-15T00:00:00Z")
        #expect(twice.upcoming(1)[0].amount?.decimal == "1.00")
    }

    @Test func `a paid period is not a trial or introduction of the next plan`() {
        let at = moment("2026-01-16T12:00:00Z")
        let old = subscription(to: makeTerms([regular("60", .month)]), since: start)
        for first in [
            trial(.month, 1),
            Phase(
                kind: .introductory, amount: usd("5"), interval: Interval(.month), cycles: 2),
        ] {
            let changed = old.changed(to: makeTerms([first, regular("30", .month)]), at: at)
            #expect(changed.phase?.kind == .regular)
            let back = changed.price(
                of: makeTerms([regular("60", .month)]), at: at, by: .second, paid: changed.whole)
            #expect(back.credit.decimal == "15.00")
            #expect(back.charge.decimal == "30.00")
            #expect(changed.upcoming(1)[0].amount?.decimal == "30.00")
        }
    }

    @Test(arguments: [
        // Nothing refunded, half refunded, all refunded, and nothing charged at all.
        (Int64(3_000), Int64(3_000), "15.00"), (3_000, 1_500, "7.50"), (3_000, 0, "0.00"),
        (0, 0, "0.00"),
    ])
    func `credit is the paid amount less refunds`(
        collected: Int64, remaining: Int64, credit: String
    ) {
        let old = subscription(to: makeTerms([regular("30", .month)]), since: start)
        let price = old.price(
            of: makeTerms([regular("10", .month)]), at: moment("2026-01-16T12:00:00Z"),
            by: .second, paid: [old.paid(collected, remaining: remaining)])
        #expect(price.credit.decimal == credit)
    }

    @Test func `credit and charge never exceed the full price at any time`() {
        var dice = Dice(6)
        for _ in 0..<2_000 {
            let amounts = (
                Int64.random(in: 1...1_000_000, using: &dice),
                Int64.random(in: 1...1_000_000, using: &dice)
            )
            let phase = { (amount: Int64) in
                Phase(
                    kind: .regular, amount: Money(minorUnits: amount, currency: dollar),
                    interval: Interval(.month), cycles: nil)
            }
            let old = subscription(to: makeTerms([phase(amounts.0)]), since: start)
            let at = moment(start).adding(
                seconds: Int64.random(in: 0...(31 * 86_400), using: &dice))
            for proration in [Quote.ProrationBasis.second, .day] {
                let price = old.price(
                    of: makeTerms([phase(amounts.1)]), at: at, by: proration, paid: old.whole)
                #expect((0...amounts.0).contains(price.credit.minorUnits))
                #expect((0...amounts.1).contains(price.charge.minorUnits))
                #expect(
                    price.due.minorUnits - price.remainingCredit.minorUnits
                        == price.charge.minorUnits - price.credit.minorUnits)
            }
        }
    }
}

@Suite struct ConsentTests {
    @Test(arguments: [
        // A price that is charged once in two years, or after the first twelve months, is compared
        // by its rate.
        ("9999", Interval.Unit.week, 1, "1", Interval.Unit.year, 2, true),
        ("9999", .month, 1, "5", .month, 1, true), ("1000", .month, 1, "1200", .year, 1, true),
        ("5", .month, 1, "9", .month, 1, false), ("9", .month, 1, "9", .month, 1, false),
        ("100", .year, 1, "9", .month, 1, false), ("2", .week, 1, "9", .month, 1, false),
    ])
    func `a price that is higher in the long run needs the buyer's consent`(
        new: String, unit: Interval.Unit, count: Int, old: String, oldUnit: Interval.Unit,
        oldCount: Int, isMoreExpensive: Bool
    ) {
        let phase = { (amount: String, interval: Interval) in
            Phase(kind: .regular, amount: usd(amount), interval: interval, cycles: nil)
        }
        let (a, b) = (phase(new, Interval(unit, count)), phase(old, Interval(oldUnit, oldCount)))
        #expect(
            Consent.isMoreExpensive(
                a, withMaximum: a.amount.minorUnits, than: b, withMaximum: b.amount.minorUnits)
                == isMoreExpensive)
    }

    private let now = moment("2026-01-01T00:00:00Z")

    private func charge(_ day: Int64, _ maximumCharge: Int64) -> Consent.Charge {
        Consent.Charge(at: now.adding(seconds: day * 86_400), maximumCharge: maximumCharge)
    }

    private typealias Days = [(Int64, Int64)]

    private static let table: [(agreed: Days, proposed: Days, isNeeded: Bool)] = [
        // Equal, cheaper or later: no consent is needed.
        ([(30, 10), (60, 10)], [(30, 10), (60, 10)], false),
        ([(30, 10), (60, 10)], [(30, 9), (60, 9)], false),
        ([(30, 10), (60, 10)], [(31, 10), (61, 10)], false),
        // More expensive, sooner, or more expensive only later.
        ([(30, 10)], [(30, 11)], true),
        ([(30, 10)], [(29, 10)], true),
        ([(30, 10)], [(0, 1), (30, 10)], true),
        ([(30, 10), (60, 10)], [(30, 9), (60, 12)], true),
        // After twelve months a price does not count.
        ([(30, 10)], [(30, 10), (367, 100)], false),
        ([(30, 10)], [(30, 10), (366, 1)], true),
        ([], [(0, 0)], false),
    ]

    @Test func `the larger total on any date decides whether the buyer must consent`() {
        for (agreed, proposed, isNeeded) in Self.table {
            let answer = Consent.isNeeded(
                agreed: agreed.map(charge), proposed: proposed.map(charge), limit: (nil, nil),
                from: now)
            #expect(answer == isNeeded, "\(agreed) \(proposed)")
        }
    }

    @Test func `a higher limit of a variable price needs the buyer's consent`() {
        let same = [charge(30, 10)]
        for (agreed, proposed, isNeeded) in [(10, 11, true), (10, 10, false), (10, 9, false)] {
            #expect(
                Consent.isNeeded(
                    agreed: same, proposed: same, limit: (Int64(agreed), Int64(proposed)), from: now
                )
                    == isNeeded)
        }
    }

    @Test func `the consent rule equals a count of every day, over random plans`() {
        var dice = Dice(21)
        var needed = 0
        for _ in 0..<3_000 {
            func plan() -> [Consent.Charge] {
                (0..<Int.random(in: 0...30, using: &dice)).map { _ in
                    charge(
                        .random(in: 0...400, using: &dice), .random(in: 0...20, using: &dice))
                }
            }
            let (agreed, proposed) = (plan(), plan())
            func sum(_ charges: [Consent.Charge], upTo day: Int64) -> Int64 {
                charges.filter { $0.at <= now.adding(seconds: day * 86_400) }.reduce(0) {
                    $0 + $1.maximumCharge
                }
            }
            let isNeeded = (0...366).contains { sum(proposed, upTo: $0) > sum(agreed, upTo: $0) }
            needed += isNeeded ? 1 : 0
            #expect(
                Consent.isNeeded(
                    agreed: agreed, proposed: proposed, limit: (nil, nil), from: now) == isNeeded)
        }
        #expect((500...2_900).contains(needed))
    }
}
