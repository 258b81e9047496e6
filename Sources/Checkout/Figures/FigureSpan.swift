import Vocabulary

/// The time that figures are of, and the steps that charts of them have.
package struct FigureSpan: Sendable {
    package enum Step: String, Sendable, CaseIterable {
        case hour, day
    }

    /// A quarter and a few days: so much is read in one go without harm to those who pay.
    package static let daysMax: Int64 = 100
    /// Of hours a chart shows two days; more would be lines without a space between them.
    package static let hoursMax: Int64 = 48

    package let from: Instant
    package let to: Instant
    /// A name of the time zone database, as the days of a chart are the merchant's.
    package let timeZone: String

    package init(from: Instant, to: Instant, timeZone: String) {
        self.from = from
        self.to = to
        self.timeZone = timeZone
    }

    package var step: Step { to.seconds(since: from) <= Self.hoursMax * 3_600 ? .hour : .day }
}
