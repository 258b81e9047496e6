import Processors

/// The payments that a comparison looked at, and its results.
package struct ReconciliationCounts: Hashable, Sendable {
    /// Our payments, and the processor's.
    package var payments = 0
    package var records = 0
    package var discrepancies = 0
    /// Payments that are about to change; the next comparison decides.
    package var notFinal = 0
    /// Payments in the processor's account that are not Paysheet's.
    package var others = 0
    /// Payments with money at another processor than the merchant's present one.
    package var elsewhere = 0

    package init() {}

    package static func += (one: inout ReconciliationCounts, other: ReconciliationCounts) {
        one.payments += other.payments
        one.records += other.records
        one.discrepancies += other.discrepancies
        one.notFinal += other.notFinal
        one.others += other.others
        one.elsewhere += other.elsewhere
    }
}

/// The reason that the comparison of a merchant's books stopped early.
package enum ReconciliationStop: Error, Hashable, Sendable {
    case processor(ProcessorFault)
    case tooMany
}
