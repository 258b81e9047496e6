import Merchants
import Processors
import Testing
import Vocabulary

@testable import Subscriptions

let dollar = Currency("USD")!

func usd(_ decimal: String) -> Money { try! Money(decimal: decimal, currency: dollar) }

func moment(_ text: String) -> Instant { Instant(rfc3339: text)! }

/// A plan with these phases.
func makeTerms(
    _ phases: [Phase], zone: String? = nil, missed: PlanTerms.MissedPeriods = .billOnce,
    maximumCharge: Money? = nil
) -> PlanTerms {
    PlanTerms(
        name: "Toast", paymentDescription: "Toast", currency: dollar, phases: phases, tax: nil,
        managementURL: WebAddress("https://shop.example/account")!, tokenNotificationURL: nil,
        billingAgreement: nil, maximumAmount: maximumCharge,
        timeZone: zone.flatMap(TimeZoneName.init),
        missedPeriods: missed)
}

func regular(
    _ amount: String, _ unit: Interval.Unit, _ count: Int = 1, cycles: Int? = nil
) -> Phase {
    Phase(
        kind: .regular, amount: usd(amount), interval: Interval(unit, count), cycles: cycles)
}

func trial(_ unit: Interval.Unit, _ count: Int, cycles: Int = 1) -> Phase {
    Phase(kind: .trial, amount: usd("0"), interval: Interval(unit, count), cycles: cycles)
}

func introductory(_ amount: String, _ unit: Interval.Unit, _ count: Int = 1, cycles: Int) -> Phase {
    Phase(
        kind: .introductory, amount: usd(amount), interval: Interval(unit, count), cycles: cycles)
}

@Suite struct ScheduleTests {
    private func starts(
        _ phases: [Phase], from anchor: String, zone: String? = nil, count: Int = 5
    ) -> [String] {
        let schedule = Schedule(makeTerms(phases, zone: zone), anchor: moment(anchor))
        return (0..<count).map { schedule.start(of: $0).rfc3339 }
    }

    @Test func `a monthly period keeps the day of its anchor`() {
        #expect(
            starts([regular("9", .month)], from: "2026-01-31T10:00:00Z") == [
                "2026-01-31T10:00:00Z", "2026-02-28T10:00:00Z", "2026-03-31T10:00:00Z",
                "2026-04-30T10:00:00Z", "2026-05-31T10:00:00Z",
            ])
    }

    @Test func `a subscription that starts on a leap day renews on it in leap years`() {
        #expect(
            starts([regular("9", .year)], from: "2028-02-29T00:00:00Z") == [
                "2028-02-29T00:00:00Z", "2029-02-28T00:00:00Z", "2030-02-28T00:00:00Z",
                "2031-02-28T00:00:00Z", "2032-02-29T00:00:00Z",
            ])
    }

    @Test func `a monthly introductory phase keeps the day of the month`() {
        #expect(
            starts(
                [introductory("1", .month, cycles: 1), regular("9", .month)],
                from: "2026-01-31T00:00:00Z", count: 4) == [
                    "2026-01-31T00:00:00Z", "2026-02-28T00:00:00Z", "2026-03-31T00:00:00Z",
                    "2026-04-30T00:00:00Z",
                ])
    }

    @Test func `after a trial in days the month counts from the trial's end`() {
        #expect(
            starts(
                [trial(.day, 14), regular("9", .month)], from: "2026-01-17T12:00:00Z", count: 4)
                == [
                    "2026-01-17T12:00:00Z", "2026-01-31T12:00:00Z", "2026-02-28T12:00:00Z",
                    "2026-03-31T12:00:00Z",
                ])
    }

    @Test(arguments: [
        ("Europe/Paris", "2026-03-22T08:00:00Z", "2026-03-29T07:00:00Z"),
        ("America/New_York", "2026-10-29T13:00:00Z", "2026-11-05T14:00:00Z"),
        ("UTC", "2026-03-22T08:00:00Z", "2026-03-29T08:00:00Z"),
    ])
    func `a weekly period is seven days, at the same local hour`(
        zone: String, from: String, to: String
    ) {
        #expect(starts([regular("9", .week)], from: from, zone: zone, count: 2)[1] == to)
    }

    @Test func `a plan that ends has no phase after its last period`() {
        let schedule = Schedule(
            makeTerms([regular("9", .day, cycles: 3)]), anchor: moment("2026-01-01T00:00:00Z"))
        #expect(schedule.phase(of: 2) != nil)
        #expect(schedule.phase(of: 3) == nil)
        #expect(schedule.start(of: 3).rfc3339 == "2026-01-04T00:00:00Z")
    }

    @Test func `the latest begun period is found over decades and over hours`() {
        let schedule = Schedule(
            makeTerms([trial(.day, 3), regular("9", .day)]), anchor: moment("2026-01-01T00:00:00Z"))
        for (now, latest) in [
            ("2026-01-01T00:00:00Z", 0), ("2026-01-03T23:59:59Z", 0), ("2026-01-04T00:00:00Z", 1),
            ("2026-01-04T23:59:59Z", 1), ("2026-01-05T00:00:00Z", 2),
            ("2046-01-01T12:00:00Z", 7_303),
        ] {
            #expect(schedule.latest(at: moment(now), from: 0) == latest, "\(now)")
        }
    }

    @Test func `periods are consecutive in every zone, over ten years`() {
        for zone in [
            "UTC", "Europe/London", "America/Sao_Paulo", "Australia/Lord_Howe", "Asia/Gaza",
        ] {
            for unit in Interval.Unit.allCases {
                let schedule = Schedule(
                    makeTerms([trial(.day, 10), regular("9", unit)], zone: zone),
                    anchor: moment("2024-02-29T02:30:00Z"))
                var before = schedule.start(of: 0)
                let count = unit == .year ? 10 : unit == .month ? 120 : 520
                for period in 1...count {
                    let start = schedule.start(of: period)
                    #expect(start > before, "\(zone) \(unit) \(period)")
                    #expect(schedule.latest(at: start, from: 0) == period)
                    #expect(schedule.latest(at: start.adding(seconds: -1), from: 0) == period - 1)
                    before = start
                }
            }
        }
    }
}

@Suite struct RenewalTests {
    @Test(arguments: [
        (PlanTerms.MissedPeriods.billEach, 3, 3, [true]), (.billEach, 3, 6, [true]),
        (.billOnce, 3, 3, [true]), (.billOnce, 3, 5, [false, false, true]),
        (.skip, 3, 3, [true]), (.skip, 3, 5, [false, false, false]),
    ])
    func `missed periods are billed by the merchant's policy`(
        policy: PlanTerms.MissedPeriods, next: Int, latest: Int, charged: [Bool]
    ) {
        let renewal = Renewal(from: next, to: latest, policy: policy)
        #expect(renewal.periods.map(\.isCharged) == charged)
        #expect(renewal.periods.map(\.period) == Array(next..<(next + charged.count)))
    }
}

@Suite struct DunningTests {
    private let first = moment("2026-01-01T00:00:00Z")

    @Test func `a soft decline is retried by the schedule, then given up`() {
        let steps = (1...5).map {
            Dunning.default.step(
                after: .insufficientFunds, declines: $0, firstFailure: first, now: first)
        }
        #expect(
            steps
                == [1, 3, 5, 7].map { .retry(at: first.adding(seconds: $0 * 86_400)) } + [
                    .stopRetrying
                ])
    }

    @Test(arguments: [
        DeclineReason.expiredCard, .lostCard, .authenticationRequired, .unlinked,
        .cardNotSupported,
    ])
    func `a hard decline is not retried, and the grace period is the same`(reason: DeclineReason) {
        let end = first.adding(seconds: 16 * 86_400)
        let step = { (now: Instant) in
            Dunning.default.step(after: reason, declines: 1, firstFailure: first, now: now)
        }
        #expect(step(first) == .awaitNewCard(until: end))
        #expect(step(end) == .stopRetrying)
    }

    @Test func `a plan without a dunning schedule gives up after the first decline`() {
        let none = Dunning(retryAfterDays: [], finally: .cancel)
        for reason in DeclineReason.all {
            #expect(
                none.step(after: reason, declines: 1, firstFailure: first, now: first)
                    == .stopRetrying)
        }
    }

    @Test func `an unavailable processor is retried soon, and at most hourly later on`() {
        let pauses = (1...9).map { Dunning.backoffSeconds(afterFaults: $0) }
        #expect(pauses == [30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600])
    }
}
