import Calendars
import Merchants
import Vocabulary

// The price of a change in the middle of a period: pure rules.

extension Subscription {
    /// Returns the subscription with another plan, from a moment in the current period.
    ///
    /// An agreed free or cheaper period continues until its end. Terms with the same interval keep
    /// the period's end; others start a new period.
    func changed(to plan: Plan.ID, _ terms: PlanTerms, at moment: Instant) -> Subscription {
        var changed = self
        if agreedPhase(under: plan, terms) != nil {
            changed.switchPlan(to: plan, terms, from: period)
        } else if terms.regular.interval == phase?.interval {
            // The new terms apply to the rest of the current period, whose end stays.
            changed.switchPlan(to: plan, terms, from: period + 1)
            changed.kind = .regular
        } else {
            changed.plan = plan
            changed.terms = terms
            changed.anchor = moment
            changed.anchorPeriod = period
            changed.anchorDay = nil
            changed.origin = period
            changed.leadingPhases = []
            changed.kind = .regular
            changed.periodStart = moment
            changed.periodEnd = changed.schedule.start(of: period + 1)
        }
        return changed
    }

    /// The phase of the current period, if a change to a plan lets it continue.
    func agreedPhase(under plan: Plan.ID, _ terms: PlanTerms) -> Phase? {
        kind == .regular ? nil : agreed(from: period, under: plan, terms).first
    }

    /// The price of a change to a plan at a moment.
    ///
    /// - Parameter paid: the payments for the current period.
    func price(
        of plan: Plan.ID, _ terms: PlanTerms, at moment: Instant,
        by prorationBasis: Quote.ProrationBasis,
        paid: [PeriodPayment]
    ) -> ChangePrice {
        let currency = terms.currency
        guard let phase, phase.kind != .trial else {
            return ChangePrice(credit: .zero(currency), charge: .zero(currency))
        }
        let remaining = remaining(at: moment, by: prorationBasis)
        let rounding = self.terms.taxRounding
        let credit = remaining.part(ofBillionths: paid.remainingCredit, rounding)
        let agreed = agreedPhase(under: plan, terms)
        let new = terms.total(of: agreed ?? terms.regular).minorUnits
        let endsAsBefore = agreed != nil || terms.regular.interval == phase.interval
        let charge = endsAsBefore ? remaining.part(of: new, rounding) : new
        return ChangePrice(
            credit: Money(minorUnits: credit, currency: currency),
            charge: Money(minorUnits: charge, currency: currency))
    }

    /// The payments for the current period after a change.
    ///
    /// - Parameter invoice: the invoice of the change, if its buyer paid for it.
    func payments(
        after quote: Quote, to terms: PlanTerms, paid: [PeriodPayment], by invoice: Invoice.ID?
    ) -> [PeriodPayment] {
        let agreed = agreedPhase(under: quote.plan, terms)
        let fullPeriodAmount = terms.total(of: agreed ?? terms.regular).minorUnits
        guard agreed == nil, terms.regular.interval != phase?.interval else {
            return paid.changed(to: fullPeriodAmount, paidBy: invoice)
        }
        return paid.carriedOver(remaining(at: quote.moment, by: quote.prorationBasis))
            .changed(to: fullPeriodAmount, paidBy: invoice)
    }

    private func remaining(at moment: Instant, by prorationBasis: Quote.ProrationBasis)
        -> PeriodFraction
    {
        PeriodFraction(
            of: periodStart..<periodEnd, from: moment, by: prorationBasis.unit,
            in: prorationBasis.timeZone.calendar)
    }
}

/// The part of a period that is left, as a fraction.
struct PeriodFraction: Hashable, Sendable {
    let remaining: Int64
    let whole: Int64

    init(
        of period: Range<Instant>, from moment: Instant, by proration: Quote.Proration,
        in calendar: TimeZoneCalendar
    ) {
        let (start, end) = (period.lowerBound, period.upperBound)
        let from = min(max(moment, start), end)
        switch proration {
        case .second:
            remaining = end.seconds(since: from)
            whole = max(1, end.seconds(since: start))
        case .day:
            // A day that has begun counts as used.
            let days = { (moment: Instant) in calendar.local(moment).date.daysSince1970 }
            let startedDay = from > start ? 1 : Int64(0)
            whole = max(1, days(end) - days(start))
            remaining = min(whole, max(0, days(end) - days(from) - startedDay))
        }
    }

    /// The part of an amount in billionths of a minor unit, rounded to whole minor units.
    func part(ofBillionths amount: Int128, _ rounding: Rounding) -> Int64 {
        Int64(
            rounding.divide(amount * Int128(remaining), by: Int128(whole) * PeriodPayment.billion))
    }

    /// The part of an amount in minor units.
    func part(of amount: Int64, _ rounding: Rounding) -> Int64 {
        Int64(rounding.divide(Int128(amount) * Int128(remaining), by: Int128(whole)))
    }
}
