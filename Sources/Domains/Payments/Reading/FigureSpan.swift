import Vocabulary

/// The time span of figures, and the steps of their charts.
package struct FigureSpan: Sendable {
    package enum Step: String, Sendable, CaseIterable {
        case hour, day
    }

    /// A quarter and a few days: reading that much at once does not harm payments.
    package static let daysMax: Int64 = 100
    /// A chart by the hour shows two days; more would be lines without a space between them.
    package static let hoursMax: Int64 = 48

    package let from: Instant
    package let to: Instant
    /// A name from the time zone database, because a chart's days are the merchant's.
    package let timeZone: String

    package init(from: Instant, to: Instant, timeZone: String) {
        self.from = from
        self.to = to
        self.timeZone = timeZone
    }

    package var step: Step { to.seconds(since: from) <= Self.hoursMax * 3_600 ? .hour : .day }
}
