import Vocabulary

/// A stretch of a plan in which each period costs the same.
package struct Phase: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable { case trial, introductory, regular }

    package let kind: Kind
    /// For each period, without a tax that is added; nothing of a trial. Of a variable one it is an
    /// estimate, which nobody is charged.
    package let amount: Money
    /// Whether the merchant names the amount of each period when it is known.
    package let isPending: Bool
    package let interval: Interval
    /// How many periods; nothing means until it is canceled.
    package let cycles: Int?

    package init(
        kind: Kind, amount: Money, isPending: Bool = false, interval: Interval, cycles: Int?
    ) {
        self.kind = kind
        self.amount = amount
        self.isPending = isPending
        self.interval = interval
        self.cycles = cycles
    }
}
