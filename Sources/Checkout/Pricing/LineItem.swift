import Balances
import Vocabulary

/// Apple's line of the sheet: a label, an amount, and when it is charged.
package struct LineItem: Hashable, Sendable {
    package let label: String
    /// Of a pending line an estimate that WebKit discards.
    package let amount: Money
    package let kind: Kind
    package let timing: Timing
    /// What is paid for it is put into this balance (money.md 16).
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

    /// Apple's `paymentTiming` with the members that belong to each.
    package enum Timing: Hashable, Sendable {
        case immediate
        case recurring(Recurrence)
        case deferred(on: Instant)
        case automaticReload(below: Money)
    }

    /// How often a recurring line is charged, from when and until when.
    package struct Recurrence: Hashable, Sendable {
        /// None = the first payment is now.
        package let start: Instant?
        /// None = until it is cancelled.
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

    /// Apple has no week.
    package enum IntervalUnit: String, CaseIterable, Sendable {
        case year, month, day, hour, minute
    }

    /// Whether it belongs to what is owed today: later charges are shown, never summed.
    package var isImmediate: Bool { timing == .immediate }
}
