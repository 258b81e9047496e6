/// Limits of a comparison of books: its size, and its waiting times.
package enum ReconciliationLimits {
    /// A quarter of a year, the longest period that is closed at once.
    package static let daysMax = 92
    /// Two machines' clocks are seconds apart; a payment that is retried after a lost answer is
    /// some minutes older in our books than in the processor's.
    static let marginSeconds: Int64 = 900
    /// The time after an attempt that ended without a charge in which the processor may still
    /// refund one.
    static let endSeconds: Int64 = 60
    /// Payments in a page, with half a kilobyte each.
    package static let pageMax = 500
    /// Merchants compared at once, so that one whose processor hangs holds up no other.
    package static let width = 4
    /// Each costs the processor one more call; a merchant with more has one cause to look for.
    package static let discrepanciesMax = 10_000
}
