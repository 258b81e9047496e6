import Calendars
import Vocabulary

// The buyer's agreed phases before the regular price, and how a change keeps them: pure rules.

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
    /// Free periods stay. Introductory periods stay as long as they are cheaper than the new
    /// regular price, in a new version of the plan or in a plan that is no dearer: they were agreed
    /// for this plan. Their own length may differ from a regular period's, but the regular period
    /// keeps its length.
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
