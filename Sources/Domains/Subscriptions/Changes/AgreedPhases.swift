import Calendars
import Vocabulary

// Pure rules that keep the buyer's agreed phases before the regular price when the plan changes.

extension Subscription {
    /// Switches to another plan from a period on, without moving the period's start. Agreed trials
    /// and introductory periods come first. The new plan's own trial and introductory period are
    /// only for new subscribers.
    ///
    /// If interval and time zone stay the same, the calendar keeps its anchor. In any case a month
    /// keeps its day.
    mutating func switchPlan(to plan: Plan.ID, _ terms: PlanTerms, from period: Int) {
        let old = schedule
        let leadingPhases = agreed(from: period, under: plan, terms)
        let interval = (leadingPhases.first ?? terms.regular).interval
        var first = period
        while terms.timeZone == self.terms.timeZone, first > anchorPeriod,
            old.phase(of: first - 1)?.interval == interval
        {
            first -= 1
        }
        anchor = old.start(of: first)
        // In another time zone the same moment may be up to two days before or after.
        let day =
            old.nominalDay(of: first) + terms.calendar.day(of: anchor)
            - self.terms.calendar.day(of: anchor)
        anchorDay = (day + 30) % 31 + 1
        anchorPeriod = first
        self.plan = plan
        self.terms = terms
        self.leadingPhases = leadingPhases
        origin = period
    }

    /// The free and cheaper phases that are left from a period on and stay under other terms.
    ///
    /// Trials stay. An introductory phase stays if all of these are true:
    ///
    /// - A day of it costs less than a day of the new regular price.
    /// - The plan is the same, or a regular period of the new plan costs at most as much as one of
    ///   the old plan.
    /// - A new regular period is as long as an old one, or as long as a period of the phase.
    func agreed(from period: Int, under plan: Plan.ID, _ terms: PlanTerms) -> [Phase] {
        schedule.remaining(from: period).filter { phase in
            switch phase.kind {
            case .trial: return true
            case .regular: return false
            case .introductory:
                let length = terms.regular.interval.averageSeconds
                let isOfSameLength =
                    length == self.terms.regular.interval.averageSeconds
                    || length == phase.interval.averageSeconds
                return isOfSameLength && phase.isCheaper(than: terms)
                    && (plan == self.plan || terms.maximumCharge <= self.terms.maximumCharge)
            }
        }
    }
}

extension Phase {
    /// True if a day of it costs less than a day of the terms' regular periods.
    fileprivate func isCheaper(than terms: PlanTerms) -> Bool {
        Int128(terms.total(of: self).minorUnits) * Int128(terms.regular.interval.averageSeconds)
            < Int128(terms.maximumCharge) * Int128(interval.averageSeconds)
    }
}

extension TimeZoneCalendar {
    /// The number of a moment's local day.
    fileprivate func day(of moment: Instant) -> Int { Int(local(moment).date.daysSince1970) }
}
