import Processors

/// What a comparison has looked at, and what came of it.
package struct ReconciliationCounts: Hashable, Sendable {
    /// Ours, and the processor's.
    package var payments = 0
    package var records = 0
    package var discrepancies = 0
    /// Payments that are about to become others: the next comparison says.
    package var unsettled = 0
    /// Payments of the processor's account that are none of Paysheet's.
    package var others = 0
    /// Payments with money at another processor than the one that the merchant has now.
    package var elsewhere = 0

    package init() {}

    package static func += (one: inout ReconciliationCounts, other: ReconciliationCounts) {
        one.payments += other.payments
        one.records += other.records
        one.discrepancies += other.discrepancies
        one.unsettled += other.unsettled
        one.others += other.others
        one.elsewhere += other.elsewhere
    }
}

/// Why a merchant's books were not compared to the end.
package enum ReconciliationStop: Error, Hashable, Sendable {
    case processor(ProcessorFault)
    case tooMany
}
