import Calendars
import Merchants
import Vocabulary

// What a change in the middle of a period costs: pure rules.

extension Subscription {
    /// The same with other terms, from a moment in the period that runs.
    ///
    /// Terms of the same interval keep the period's end; others begin a period of their own. A trial goes
    /// on until its end.
    func changed(to terms: PlanTerms, at moment: Instant) -> Subscription {
        var changed = self
        if kind == .trial {
            changed.go(onWith: terms, from: period + 1)
        } else if terms.regular.interval == phase?.interval {
            // What is left of the period that runs is of the new terms; its end stays.
            changed.go(onWith: terms, from: period + 1)
            changed.kind = .regular
            changed.worth = terms.total(of: terms.regular)
        } else {
            changed.terms = terms
            changed.anchor = moment
            changed.anchorPeriod = period
            changed.origin = period
            changed.isRegularOnly = true
            changed.kind = .regular
            changed.worth = terms.total(of: terms.regular)
            changed.periodStart = moment
            changed.periodEnd = changed.schedule.start(of: period + 1)
        }
        return changed
    }

    /// What it costs to change to terms at a moment.
    ///
    /// - Parameter paid: what the invoices of the period that runs have taken.
    func price(
        of terms: PlanTerms, at moment: Instant, by proration: Quote.Proration,
        paid: PeriodPayment
    ) -> ChangePrice {
        let nothing = Money.zero(terms.currency)
        guard let phase, phase.kind != .trial else {
            return ChangePrice(credit: nothing, charge: nothing)
        }
        let left = Share(
            of: periodStart..<periodEnd, from: moment, by: proration, in: self.terms.calendar)
        let rounding = self.terms.taxRounding
        let credit = left.part(of: paid.kept(of: worth), rounding)
        let new = terms.total(of: terms.regular)
        let isSameInterval = terms.regular.interval == phase.interval
        return ChangePrice(
            credit: credit, charge: isSameInterval ? left.part(of: new, rounding) : new)
    }
}

/// What was taken for a period, and what of it was not given back since.
struct PeriodPayment: Hashable, Sendable {
    let taken: Int64
    let left: Int64

    /// Of what a period is worth, as much as of its payment: who has half of it back has paid half the price.
    func kept(of worth: Money) -> Money {
        guard taken > 0 else { return .zero(worth.currency) }
        return Money(
            minorUnits: Int64(Int128(worth.minorUnits) * Int128(min(left, taken)) / Int128(taken)),
            currency: worth.currency)
    }
}

/// How much of a period is left, as a fraction.
struct Share: Hashable, Sendable {
    let left: Int64
    let whole: Int64

    init(
        of period: Range<Instant>, from moment: Instant, by proration: Quote.Proration,
        in calendar: TimeZoneCalendar
    ) {
        let (start, end) = (period.lowerBound, period.upperBound)
        let from = min(max(moment, start), end)
        switch proration {
        case .second:
            left = end.seconds(since: from)
            whole = max(1, end.seconds(since: start))
        case .day:
            // A day that has begun is used.
            let days = { (moment: Instant) in calendar.local(moment).date.daysSince1970 }
            let begun = from > start ? 1 : Int64(0)
            whole = max(1, days(end) - days(start))
            left = min(whole, max(0, days(end) - days(from) - begun))
        }
    }

    func part(of amount: Money, _ rounding: Rounding) -> Money {
        Money(
            minorUnits: Int64(
                rounding.divide(
                    Int128(amount.minorUnits) * Int128(left), by: Int128(whole))),
            currency: amount.currency)
    }
}
