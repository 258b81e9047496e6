import Vocabulary

/// A part of a plan in which each period costs the same.
package struct Phase: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable { case trial, introductory, regular }

    package let kind: Kind
    /// The price of each period, without a tax that is added; zero for a trial. For a variable
    /// phase it is an estimate, which is never charged.
    package let amount: Money
    /// True if the merchant sets the amount of each period later.
    package let isPending: Bool
    package let interval: Interval
    /// The number of periods; nil if the phase continues until the subscription is canceled.
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

    /// The same phase for another number of periods.
    func withCycles(_ cycles: Int) -> Phase {
        Phase(kind: kind, amount: amount, isPending: isPending, interval: interval, cycles: cycles)
    }
}
