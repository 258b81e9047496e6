import Vocabulary

/// Decides whether a change needs the buyer's consent (docs/rules/money.md#21): if on any date of
/// the next twelve months the sum charged under the new plan would exceed the sum that was agreed,
/// or if a variable limit rises. A pure rule.
package enum Consent {
    /// A charge, with the largest amount if it is variable.
    package struct Charge: Hashable, Sendable {
        package let at: Instant
        package let maximumCharge: Int64

        package init(at: Instant, maximumCharge: Int64) {
            self.at = at
            self.maximumCharge = maximumCharge
        }
    }

    /// The seconds of a leap year, so that no charge of the twelfth month is left out.
    package static let seconds: Int64 = 366 * 86_400

    package static func isNeeded(
        agreed: [Charge], proposed: [Charge], limit: (agreed: Int64?, proposed: Int64?),
        from now: Instant
    ) -> Bool {
        if let proposed = limit.proposed, let agreed = limit.agreed, proposed > agreed {
            return true
        }
        let end = now.adding(seconds: seconds)
        // The sum only rises at a charge, so only the moments of the new plan's charges matter.
        var rest = agreed.sorted { $0.at < $1.at }[...]
        var sums = (agreed: Int128(0), proposed: Int128(0))
        for charge in proposed.sorted(by: { $0.at < $1.at }) where charge.at <= end {
            while let first = rest.first, first.at <= charge.at {
                sums.agreed += Int128(first.maximumCharge)
                rest = rest.dropFirst()
            }
            sums.proposed += Int128(charge.maximumCharge)
            if sums.proposed > sums.agreed { return true }
        }
        return false
    }
}

extension Consent {
    /// True if a price is higher in the long run, at any interval. `isNeeded` does not see charges
    /// that come less often than once in those twelve months.
    static func isMoreExpensive(
        _ new: Phase, withMaximum newMost: Int64, than old: Phase, withMaximum oldMost: Int64
    )
        -> Bool
    {
        if let end = old.cycles.map({ Int64($0) * old.interval.averageSeconds }) {
            // The old price would have ended, and the new one lasts longer.
            guard let cycles = new.cycles, Int64(cycles) * new.interval.averageSeconds <= end
            else { return newMost > 0 }
        }
        return Int128(newMost) * Int128(old.interval.averageSeconds)
            > Int128(oldMost) * Int128(new.interval.averageSeconds)
    }
}

extension Subscription {
    /// The charges in the twelve months that consent covers, after the current period.
    func charges(from now: Instant, next terms: PlanTerms? = nil) -> [Consent.Charge] {
        let end = now.adding(seconds: Consent.seconds)
        return upcoming(Consent.chargesMax, next: terms).prefix { $0.at <= end }.map {
            Consent.Charge(at: $0.at, maximumCharge: ($0.amount ?? $0.amountMax)?.minorUnits ?? 0)
        }
    }
}

extension Consent {
    /// More charges than a daily plan has in 366 days, the first and the last day included.
    static let chargesMax = 368
}
