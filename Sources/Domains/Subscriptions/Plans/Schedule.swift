import Calendars
import Vocabulary

/// The start of each period of a subscription: a pure rule over its plan and its anchor.
///
/// A month keeps the day of the anchor: 31 January is followed by 28 February and then 31 March.
/// Days and weeks follow the calendar of the plan's zone, so that the hour stays the same when
/// summer time begins.
package struct Schedule: Sendable {
    package let phases: [Phase]
    package let calendar: TimeZoneCalendar
    /// The start of the period `anchorPeriod`.
    package let anchor: Instant
    package let anchorPeriod: Int
    /// The nominal day of the month. The anchor's month may be too short for it, and in another
    /// time zone the anchor may lie in the next month.
    let anchorDay: Int?
    /// The number of the first period of these phases.
    package let origin: Int

    package init(
        _ terms: PlanTerms, anchor: Instant, anchorPeriod: Int = 0, anchorDay: Int? = nil,
        origin: Int = 0, leadingPhases: [Phase]? = nil
    ) {
        phases = leadingPhases.map { $0 + [terms.regular] } ?? terms.phases
        calendar = terms.calendar
        self.anchor = anchor
        self.anchorPeriod = anchorPeriod
        self.anchorDay = anchorDay
        self.origin = origin
    }

    /// The phase of a period; nil after the last one.
    package func phase(of period: Int) -> Phase? {
        var rest = period - origin
        for phase in phases {
            guard let cycles = phase.cycles, rest >= cycles else { return phase }
            rest -= cycles
        }
        return nil
    }

    /// The phases from a period on, each with its remaining periods.
    func remaining(from period: Int) -> [Phase] {
        var passed = max(0, period - origin)
        return phases.compactMap { phase in
            guard let cycles = phase.cycles else { return phase }
            let remaining = cycles - min(cycles, passed)
            passed -= cycles - remaining
            return remaining > 0 ? phase.withCycles(remaining) : nil
        }
    }

    /// The start of a period, which is the end of the one before it. Callers ask only for periods
    /// from `anchorPeriod` on, up to the one after the last.
    package func start(of period: Int) -> Instant {
        let cursor = cursor(at: period)
        return cursor.steps == 0 ? anchor : calendar.moment(cursor.local)
    }

    /// The day of the month on which a period would start if each month had 31 days.
    func nominalDay(of period: Int) -> Int { cursor(at: period).nominalDay }

    private func cursor(at period: Int) -> ScheduleCursor {
        var cursor = ScheduleCursor(calendar.local(anchor), day: anchorDay)
        while anchorPeriod + cursor.steps < period {
            let at = anchorPeriod + cursor.steps
            guard let (phase, remaining) = phaseSpan(from: at) else { break }
            cursor.advance(by: phase.interval, times: min(remaining, period - at))
        }
        return cursor
    }

    /// The phase of a period, and the number of its periods from there on.
    private func phaseSpan(from period: Int) -> (Phase, Int)? {
        var before = origin
        for phase in phases {
            guard let cycles = phase.cycles else { return (phase, .max) }
            if period < before + cycles { return (phase, before + cycles - period) }
            before += cycles
        }
        return nil
    }

    /// The last period that has begun at a moment, searched from one that has begun.
    package func latest(at now: Instant, from period: Int) -> Int {
        var low = period
        var step = 1
        // In doubling strides, because after years without billing there are many.
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
