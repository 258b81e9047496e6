import Balances
import Vocabulary

/// Apple's line of the sheet: a label, an amount, and the time of its charge.
package struct LineItem: Hashable, Sendable {
    package let label: String
    /// For a pending line an estimate, which WebKit discards.
    package let amount: Money
    package let kind: Kind
    package let timing: Timing
    /// The balance that this line tops up (docs/rules/money.md#16).
    package let creditsBalance: Balance.ID?

    package init(
        label: String, amount: Money, kind: Kind = .final, timing: Timing = .immediate,
        creditsBalance: Balance.ID? = nil
    ) {
        self.label = label
        self.amount = amount
        self.kind = kind
        self.timing = timing
        self.creditsBalance = creditsBalance
    }

    /// Apple's `type`.
    package enum Kind: String, CaseIterable, Sendable {
        case final
        case pending
    }

    /// Apple's `paymentTiming` with the members of each.
    package enum Timing: Hashable, Sendable {
        case immediate
        case recurring(Recurrence)
        case deferred(on: Instant)
        case automaticReload(below: Money)
    }

    /// The interval of a recurring line, with its start and end.
    package struct Recurrence: Hashable, Sendable {
        /// nil if the first payment is now.
        package let start: Instant?
        /// nil if it continues until it is canceled.
        package let end: Instant?
        package let unit: IntervalUnit
        package let count: Int64

        package init(
            start: Instant? = nil, end: Instant? = nil, unit: IntervalUnit = .month,
            count: Int64 = 1
        ) {
            self.start = start
            self.end = end
            self.unit = unit
            self.count = count
        }
    }

    /// Apple's units of an interval, which lack the week.
    package enum IntervalUnit: String, CaseIterable, Sendable {
        case year, month, day, hour, minute
    }

    /// True if it is part of today's total: later charges are shown, but not added up.
    package var isImmediate: Bool { timing == .immediate }
}
