import Carts
import Vocabulary

/// The length of a period: a number of days, weeks, months or years in the plan's calendar.
package struct Interval: Hashable, Sendable {
    package let unit: Unit
    package let count: Int

    package init(_ unit: Unit, _ count: Int = 1) {
        self.unit = unit
        self.count = count
    }

    package enum Unit: String, CaseIterable, Sendable {
        case day, week, month, year

        /// Ten years: longer than any subscription is billed at once.
        package var countMax: Int {
            switch self {
            case .day: 3_650
            case .week: 520
            case .month: 120
            case .year: 10
            }
        }
    }

    /// The average length, over the calendar's cycle of 400 years.
    var averageSeconds: Int64 {
        let unit: Int64 =
            switch unit {
            case .day: 86_400
            case .week: 604_800
            case .month: 2_629_746
            case .year: 31_556_952
            }
        return unit * Int64(count)
    }

    /// The length in days; nil for months and years.
    var days: Int? {
        switch unit {
        case .day: count
        case .week: 7 * count
        case .month, .year: nil
        }
    }

    /// The length in months; nil for days and weeks.
    var months: Int? {
        switch unit {
        case .day, .week: nil
        case .month: count
        case .year: 12 * count
        }
    }

    /// The interval in Apple's terms, which have no week.
    func recurrence(from start: Instant?, to end: Instant? = nil) -> LineItem.Recurrence {
        switch unit {
        case .day, .week:
            LineItem.Recurrence(start: start, end: end, unit: .day, count: Int64(days ?? count))
        case .month: LineItem.Recurrence(start: start, end: end, unit: .month, count: Int64(count))
        case .year: LineItem.Recurrence(start: start, end: end, unit: .year, count: Int64(count))
        }
    }
}
