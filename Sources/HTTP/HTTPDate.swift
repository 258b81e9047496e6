import Glibc

/// A moment as HTTP has it (RFC 9110, 5.6.7), in whole seconds since 1970.
package enum HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    package static func text(_ seconds: Int64) -> String {
        var time = time_t(seconds)
        var parts = tm()
        gmtime_r(&time, &parts)
        let day = days[Int(parts.tm_wday)]
        let month = months[Int(parts.tm_mon)]
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { two($0) }
        return "\(day), \(two(parts.tm_mday)) \(month) \(parts.tm_year + 1_900) "
            + clock.joined(separator: ":") + " GMT"
    }

    private static func two(_ number: Int32) -> String {
        number < 10 ? "0\(number)" : String(number)
    }

    /// Reads what is sent today, and both older forms that a recipient has to know; nothing when it is none of them.
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
        guard let month = months.firstIndex(of: month), let day = number(day), 1...31 ~= day,
            var full = number(year), times.count == 3, let hour = times[0], 0...23 ~= hour,
            let minute = times[1], 0...59 ~= minute, let second = times[2], 0...60 ~= second
        else { return nil }
        // Two digits are of the century that is not far ahead.
        if year.utf8.count == 2 { full += full < 70 ? 2_000 : 1_900 }
        guard 1_970...9_999 ~= full else { return nil }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (
            Int32(full - 1_900), Int32(month), Int32(day)
        )
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (Int32(hour), Int32(minute), Int32(second))
        return Int64(timegm(&parts))
    }

    private static func number(_ text: String) -> Int? {
        guard 1...4 ~= text.utf8.count, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
            return nil
        }
        return Int(text)
    }
}
