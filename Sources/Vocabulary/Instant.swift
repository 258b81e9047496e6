/// A moment in time, in whole microseconds since 1970-01-01T00:00:00Z, as Postgres keeps it.
package struct Instant: Hashable, Comparable, Sendable {
    package let microseconds: Int64

    package init(microseconds: Int64) { self.microseconds = microseconds }

    package init(seconds: Int64) { microseconds = seconds * 1_000_000 }

    package static func < (one: Instant, other: Instant) -> Bool {
        one.microseconds < other.microseconds
    }

    package func adding(seconds: Int64) -> Instant {
        Instant(microseconds: microseconds + seconds * 1_000_000)
    }

    /// Whole seconds from another moment to this one; negative when this one is earlier.
    package func seconds(since other: Instant) -> Int64 {
        (microseconds - other.microseconds) / 1_000_000
    }
}

extension Instant {
    /// The day in UTC.
    package var day: CivilDate { CivilDate(day: floorDivide(microseconds, 86_400_000_000)) }

    /// RFC 3339 in UTC, with as many of six decimals as are needed: `2026-11-21T14:03:09Z`.
    package var rfc3339: String {
        let second = floorDivide(microseconds, 1_000_000)
        let fraction = microseconds - second * 1_000_000
        let day = floorDivide(second, 86_400)
        let time = second - day * 86_400
        let date = CivilDate(day: day)
        var text = pad(date.year, 4) + "-" + pad(Int64(date.month), 2) + "-"
        text += pad(Int64(date.day), 2) + "T" + pad(time / 3600, 2) + ":"
        text += pad(time / 60 % 60, 2) + ":" + pad(time % 60, 2)
        if fraction > 0 {
            var decimals = pad(fraction, 6)
            while decimals.last == "0" { decimals.removeLast() }
            text += "." + decimals
        }
        return text + "Z"
    }

    /// Reads RFC 3339 with a zone (`Z` or an offset); a time without one is refused.
    package init?(rfc3339 text: String) {
        var scanner = DigitScanner(text)
        guard let year = scanner.digits(4), scanner.skip("-"),
            let month = scanner.digits(2), scanner.skip("-"),
            let day = scanner.digits(2), scanner.skip("T") || scanner.skip("t"),
            let hour = scanner.digits(2), scanner.skip(":"),
            let minute = scanner.digits(2), scanner.skip(":"),
            let second = scanner.digits(2),
            let date = CivilDate(year: year, month: Int(month), day: Int(day)),
            hour < 24, minute < 60, second < 60
        else { return nil }
        var fraction: Int64 = 0
        if scanner.skip(".") {
            guard let micros = scanner.fraction() else { return nil }
            fraction = micros
        }
        var offset: Int64 = 0
        if !(scanner.skip("Z") || scanner.skip("z")) {
            let sign: Int64 = scanner.skip("+") ? 1 : scanner.skip("-") ? -1 : 0
            guard sign != 0, let hours = scanner.digits(2), scanner.skip(":"),
                let minutes = scanner.digits(2), hours < 24, minutes < 60
            else { return nil }
            offset = sign * (hours * 3600 + minutes * 60)
        }
        guard scanner.isAtEnd else { return nil }
        let seconds = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second - offset
        self.init(microseconds: seconds * 1_000_000 + fraction)
    }
}

/// A day of the proleptic Gregorian calendar; the arithmetic is Howard Hinnant's `days_from_civil`.
package struct CivilDate: Hashable, Sendable {
    package let year: Int64
    package let month: Int
    package let day: Int

    package init?(year: Int64, month: Int, day: Int) {
        guard (1...12).contains(month), day >= 1, day <= CivilDate.days(inMonth: month, of: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    package static func days(inMonth month: Int, of year: Int64) -> Int {
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// The date of a number of days since 1970-01-01.
    package init(day days: Int64) {
        let shifted = days + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
        month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    package var daysSince1970: Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = floorDivide(shiftedYear, 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

private func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
    value >= 0 ? value / divisor : (value - divisor + 1) / divisor
}

private func pad(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

/// Reads fixed-width numbers off a text, as a timestamp has them.
private struct DigitScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Character) -> Bool {
        guard rest.first == character.asciiValue else { return false }
        rest = rest.dropFirst()
        return true
    }

    mutating func digits(_ count: Int) -> Int64? {
        guard rest.count >= count else { return nil }
        var value: Int64 = 0
        for byte in rest.prefix(count) {
            guard byte >= 48, byte <= 57 else { return nil }
            value = value * 10 + Int64(byte - 48)
        }
        rest = rest.dropFirst(count)
        return value
    }

    /// Decimals of a second as microseconds; what is finer is cut off.
    mutating func fraction() -> Int64? {
        let decimals = rest.prefix { $0 >= 48 && $0 <= 57 }
        guard !decimals.isEmpty else { return nil }
        rest = rest.dropFirst(decimals.count)
        var value: Int64 = 0
        var place: Int64 = 100_000
        for byte in decimals.prefix(6) {
            value += Int64(byte - 48) * place
            place /= 10
        }
        return value
    }
}
