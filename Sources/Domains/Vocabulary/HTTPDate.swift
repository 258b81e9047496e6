/// A date and time in HTTP's format (RFC 9110, 5.6.7), in whole seconds since 1970.
package enum HTTPDate {
    /// Starts with day 0 of 1970, a Thursday.
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The current format, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    package static func text(_ seconds: Int64) -> String {
        let day = floorDivide(seconds, 86_400)
        let time = Int(seconds - day * 86_400)
        let date = CivilDate(day: day)
        let clock = [time / 3600, time / 60 % 60, time % 60].map(two)
        let weekday = days[Int(day - floorDivide(day, 7) * 7)]
        return "\(weekday), \(two(date.day)) \(months[date.month - 1]) \(date.year) "
            + clock.joined(separator: ":") + " GMT"
    }

    private static func two(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }

    /// Parses the current format and both obsolete ones, which a recipient must accept; nil for
    /// other text.
    package static func read(_ text: String) -> Int64? {
        guard text.utf8.count <= 40 else { return nil }
        let words = text.split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
        switch words.count {
        // Sun 06 Nov 1994 08:49:37 GMT, and Sunday 06 Nov 94 08:49:37 GMT.
        case 6:
            guard words[5] == "GMT" else { return nil }
            return moment(day: words[1], month: words[2], year: words[3], clock: words[4])
        // Sun Nov 6 08:49:37 1994.
        case 5: return moment(day: words[2], month: words[1], year: words[4], clock: words[3])
        default: return nil
        }
    }

    private static func moment(
        day: String, month: String, year: String, clock: String
    ) -> Int64? {
        let times = clock.split(separator: ":", omittingEmptySubsequences: false).map {
            number(String($0))
        }
        guard let month = months.firstIndex(of: month), let day = number(day),
            var full = number(year), times.count == 3, let hour = times[0], 0...23 ~= hour,
            let minute = times[1], 0...59 ~= minute, let second = times[2], 0...60 ~= second
        else { return nil }
        // Two-digit years below 70 belong to the 2000s, others to the 1900s.
        if year.utf8.count == 2 { full += full < 70 ? 2_000 : 1_900 }
        guard 1_970...9_999 ~= full,
            let date = CivilDate(year: Int64(full), month: month + 1, day: day)
        else { return nil }
        return date.daysSince1970 * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    }

    private static func number(_ text: String) -> Int? {
        guard 1...4 ~= text.utf8.count, text.hasOnlyASCIIDigits else {
            return nil
        }
        return Int(text)
    }
}
