/// What a comparison of books takes on, and how long it waits.
package enum ReconciliationLimits {
    /// A quarter of a year, which is what is closed at once.
    package static let daysMax = 92
    /// Two machines' clocks are seconds apart; a payment that is asked for again after a lost answer is some
    /// minutes older here than there.
    static let marginSeconds: Int64 = 900
    /// So long after an attempt has ended without money the processor may still be giving some back.
    static let endSeconds: Int64 = 60
    /// Half a kilobyte each.
    package static let pageMax = 500
    /// Merchants at once: one whose processor hangs holds up no other.
    package static let width = 4
    /// Each costs the processor one more question; who has more has one cause to look for.
    package static let discrepanciesMax = 10_000
}
