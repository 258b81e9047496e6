import Calendars
import Vocabulary

/// When the periods of a subscription begin: a pure rule over its plan and one moment.
///
/// A month keeps the day on which it was counted from: from 31 January it is 28 February and then
/// 31 March. A day and a week are counted by the calendar of the plan's zone, so that the hour stays the
/// same when summer time begins.
package struct Schedule: Sendable {
    package let phases: [Phase]
    package let calendar: TimeZoneCalendar
    /// When the period `anchorPeriod` begins.
    package let anchor: Instant
    package let anchorPeriod: Int
    /// By so much the number of a period is ahead of its number in these phases.
    package let origin: Int

    package init(
        _ terms: PlanTerms, anchor: Instant, anchorPeriod: Int = 0, origin: Int = 0,
        isRegularOnly: Bool = false
    ) {
        phases = isRegularOnly ? [terms.regular] : terms.phases
        calendar = terms.calendar
        self.anchor = anchor
        self.anchorPeriod = anchorPeriod
        self.origin = origin
    }

    /// The phase of a period; nothing after the last.
    package func phase(of period: Int) -> Phase? {
        var rest = period - origin
        for phase in phases {
            guard let cycles = phase.cycles, rest >= cycles else { return phase }
            rest -= cycles
        }
        return nil
    }

    /// When a period begins, which is when the one before it ends. None is asked for before the anchor's,
    /// nor beyond the one after the last.
    package func start(of period: Int) -> Instant {
        var cursor = Cursor(calendar.local(anchor))
        var at = anchorPeriod
        while at < period {
            guard let (phase, left) = stretch(from: at) else { break }
            let steps = min(left, period - at)
            cursor.advance(by: phase.interval, times: steps)
            at += steps
        }
        return at == anchorPeriod ? anchor : calendar.moment(cursor.local)
    }

    /// The phase that holds from a period on, and for how many periods.
    private func stretch(from period: Int) -> (Phase, Int)? {
        var before = origin
        for phase in phases {
            guard let cycles = phase.cycles else { return (phase, .max) }
            if period < before + cycles { return (phase, before + cycles - period) }
            before += cycles
        }
        return nil
    }

    /// The last period that has begun at a moment, counted from one that has.
    package func latest(at now: Instant, from period: Int) -> Int {
        var low = period
        var step = 1
        // In strides, because after years of silence there are many.
        while phase(of: low + step) != nil, start(of: low + step) <= now {
            low += step
            step *= 2
        }
        while step > 0 {
            if phase(of: low + step) != nil, start(of: low + step) <= now { low += step }
            step /= 2
        }
        return low
    }
}

/// A day with the day of the month that is meant, which a short month may not have.
private struct Cursor {
    private var year: Int64
    private var month: Int
    private var nominalDay: Int
    private let secondOfDay: Int64

    init(_ local: LocalTime) {
        year = local.date.year
        month = local.date.month
        nominalDay = local.date.day
        secondOfDay = local.secondOfDay
    }

    private var date: CivilDate {
        let last = CivilDate.days(inMonth: month, of: year)
        return CivilDate(year: year, month: month, day: min(nominalDay, last))
            ?? CivilDate(day: 0)
    }

    var local: LocalTime { LocalTime(date: date, secondOfDay: secondOfDay) }

    mutating func advance(by interval: Interval, times: Int) {
        if let days = interval.days {
            let moved = CivilDate(day: date.daysSince1970 + Int64(days * times))
            (year, month, nominalDay) = (moved.year, moved.month, moved.day)
        } else if let months = interval.months {
            let all = Int64(month - 1 + months * times)
            year += all / 12
            month = Int(all % 12) + 1
        }
    }
}
