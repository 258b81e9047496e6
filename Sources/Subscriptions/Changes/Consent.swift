import Vocabulary

/// Whether a change needs the buyer's consent (money.md rule 21): when on any date of the next twelve
/// months the sum charged under the new plan would exceed the sum that was agreed, or a variable limit
/// rises. A pure rule.
package enum Consent {
    /// A charge, with the most that a variable one may come to.
    package struct Charge: Hashable, Sendable {
        package let at: Instant
        package let most: Int64

        package init(at: Instant, most: Int64) {
            self.at = at
            self.most = most
        }
    }

    /// Those of a year that is a leap year, so that no charge of the twelfth month is left out.
    package static let seconds: Int64 = 366 * 86_400

    package static func isNeeded(
        agreed: [Charge], wanted: [Charge], limit: (agreed: Int64?, wanted: Int64?),
        from now: Instant
    ) -> Bool {
        if let wanted = limit.wanted, let agreed = limit.agreed, wanted > agreed { return true }
        let end = now.adding(seconds: seconds)
        // Sums rise only where something is charged: those moments of the new plan decide.
        var rest = agreed.sorted { $0.at < $1.at }[...]
        var sums = (agreed: Int128(0), wanted: Int128(0))
        for charge in wanted.sorted(by: { $0.at < $1.at }) where charge.at <= end {
            while let first = rest.first, first.at <= charge.at {
                sums.agreed += Int128(first.most)
                rest = rest.dropFirst()
            }
            sums.wanted += Int128(charge.most)
            if sums.wanted > sums.agreed { return true }
        }
        return false
    }
}

extension Consent {
    /// Whether a price is the higher one in the long run, whatever its interval: what would be charged less
    /// often than once in those twelve months is not seen there.
    static func isDearer(
        _ new: Phase, costing newMost: Int64, than old: Phase, costing oldMost: Int64
    )
        -> Bool
    {
        if let end = old.cycles.map({ Int64($0) * old.interval.averageSeconds }) {
            // It would have ended, and goes on.
            guard let cycles = new.cycles, Int64(cycles) * new.interval.averageSeconds <= end
            else { return newMost > 0 }
        }
        return Int128(newMost) * Int128(old.interval.averageSeconds)
            > Int128(oldMost) * Int128(new.interval.averageSeconds)
    }
}

extension Subscription {
    /// What is charged within the twelve months that consent looks at, after the period that runs.
    func charges(from now: Instant, next terms: PlanTerms? = nil) -> [Consent.Charge] {
        let end = now.adding(seconds: Consent.seconds)
        return upcoming(Consent.chargesMax, next: terms).prefix { $0.at <= end }.map {
            Consent.Charge(at: $0.at, most: ($0.amount ?? $0.amountMax)?.minorUnits ?? 0)
        }
    }
}

extension Consent {
    /// One a day, and one more.
    static let chargesMax = 368
}
