import Vocabulary

/// A span of time for which two sets of books are compared.
package struct ReconciliationSpan: Hashable, Sendable {
    package let from: Instant
    /// The end, which is no longer part of the span.
    package let until: Instant

    package init(from: Instant, until: Instant) {
        self.from = from
        self.until = until
    }

    /// Whole days in UTC, the last one included.
    package init(from first: CivilDate, through last: CivilDate) {
        self.init(
            from: Instant(seconds: first.daysSince1970 * 86_400),
            until: Instant(seconds: (last.daysSince1970 + 1) * 86_400))
    }

    package func contains(_ moment: Instant) -> Bool { from <= moment && moment < until }

    /// Its days one by one, because a day's payments fit in memory.
    package var days: [ReconciliationSpan] {
        stride(from: from.microseconds, to: until.microseconds, by: 86_400_000_000).map {
            ReconciliationSpan(
                from: Instant(microseconds: $0),
                until: Instant(microseconds: min($0 + 86_400_000_000, until.microseconds)))
        }
    }

    /// The span with margins around it, because the clocks of two machines differ.
    var withMargins: ReconciliationSpan {
        ReconciliationSpan(
            from: from.adding(seconds: -ReconciliationLimits.marginSeconds),
            until: until.adding(seconds: ReconciliationLimits.marginSeconds))
    }

    /// Bounds for the identifiers of everything that was made in it.
    var firstIdentifier: UUID128 { withMargins.from.leastIdentifier }
    var lastIdentifier: UUID128 { withMargins.until.leastIdentifier }
}

extension Instant {
    /// The least identifier that can be made at this moment.
    fileprivate var leastIdentifier: UUID128 {
        UUID128(high: UInt64(max(0, microseconds / 1000)) << 16, low: 0)
    }
}
