/// Formats times as RFC 3339 in UTC with six decimals; caches the text down to the second.
struct Timestamp {
    private var second: Int64 = .min
    private var text = Array("0000-00-00T00:00:00.000000Z".utf8)

    /// - Parameter time: microseconds since 1970, never negative.
    mutating func bytes(_ time: Int64) -> [UInt8] {
        let seconds = time / 1_000_000
        if seconds != second {
            second = seconds
            let day = seconds / 86_400
            let time = Int(seconds - day * 86_400)
            let (year, month, date) = Timestamp.civil(day)
            put(Int(year), 4, at: 0)
            put(month, 2, at: 5)
            put(date, 2, at: 8)
            put(time / 3600, 2, at: 11)
            put(time / 60 % 60, 2, at: 14)
            put(time % 60, 2, at: 17)
        }
        put(Int(time % 1_000_000), 6, at: 20)
        return text
    }

    private mutating func put(_ value: Int, _ width: Int, at place: Int) {
        var rest = value
        for index in (place..<place + width).reversed() {
            text[index] = UInt8(48 + rest % 10)
            rest /= 10
        }
    }

    /// Returns year, month and day of a day since 1970-01-01 (Howard Hinnant's `civil_from_days`).
    private static func civil(_ days: Int64) -> (Int64, Int, Int) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), Int(month), Int(day))
    }
}
