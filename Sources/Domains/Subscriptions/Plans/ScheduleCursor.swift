import Calendars
import Vocabulary

/// A date that remembers its nominal day of the month, which a short month may not have.
struct ScheduleCursor {
    private var year: Int64
    private var month: Int
    private(set) var nominalDay: Int
    private let start: CivilDate
    private var secondOfDay: Int64 = 0
    private(set) var steps = 0

    /// - Parameter day: the nominal day. Its month is the one in which it is closest to the date:
    ///   1 March may be a 31 February.
    init(_ local: LocalTime, day: Int?) {
        start = local.date
        year = local.date.year
        month = local.date.month
        nominalDay = day ?? local.date.day
        if nominalDay - local.date.day > 15 { addMonths(-1) }
        if local.date.day - nominalDay > 15 { addMonths(1) }
        secondOfDay = local.secondOfDay
    }

    private var date: CivilDate {
        let last = CivilDate.days(inMonth: month, of: year)
        return CivilDate(year: year, month: month, day: min(nominalDay, last))
            ?? CivilDate(day: 0)
    }

    var local: LocalTime { LocalTime(date: date, secondOfDay: secondOfDay) }

    mutating func advance(by interval: Interval, times: Int) {
        if let days = interval.days {
            let from = steps == 0 ? start : date
            let moved = CivilDate(day: from.daysSince1970 + Int64(days * times))
            (year, month, nominalDay) = (moved.year, moved.month, moved.day)
        } else if let months = interval.months {
            addMonths(months * times)
        }
        steps += times
    }

    private mutating func addMonths(_ months: Int) {
        let all = year * 12 + Int64(month - 1 + months)
        year = all / 12
        month = Int(all % 12) + 1
    }
}
