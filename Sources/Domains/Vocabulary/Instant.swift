/// A point in time, in whole microseconds since 1970-01-01T00:00:00Z, like Postgres's timestamps.
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

    /// Later by a duration, in whole microseconds.
    package func adding(_ duration: Duration) -> Instant {
        let (seconds, attoseconds) = duration.components
        return Instant(
            microseconds: microseconds + seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }

    /// Whole seconds from another moment to this one; negative if this one is earlier.
    package func seconds(since other: Instant) -> Int64 {
        (microseconds - other.microseconds) / 1_000_000
    }
}

extension Instant {
    /// The day in UTC.
    package var day: CivilDate { CivilDate(day: floorDivide(microseconds, 86_400_000_000)) }

    /// RFC 3339 in UTC, with at most six decimals and no trailing zeros: `2026-11-21T14:03:09Z`.
    ///
    /// A moment outside the years 0 to 9999, which RFC 3339 cannot express, becomes the first or
    /// last moment inside.
    package var rfc3339: String {
        let moment = min(max(microseconds, Instant.firstWritten), Instant.lastWritten)
        let second = floorDivide(moment, 1_000_000)
        let day = floorDivide(second, 86_400)
        let time = Int(second - day * 86_400)
        let date = CivilDate(day: day)
        return String(unsafeUninitializedCapacity: 27) { bytes in
            var writer = DigitWriter(bytes)
            writer.write(Int(date.year), width: 4, then: "-")
            writer.write(date.month, width: 2, then: "-")
            writer.write(date.day, width: 2, then: "T")
            writer.write(time / 3600, width: 2, then: ":")
            writer.write(time / 60 % 60, width: 2, then: ":")
            writer.write(time % 60, width: 2, then: ".")
            writer.write(Int(moment - second * 1_000_000), width: 6, then: "Z")
            return writer.endWithoutTrailingZeros()
        }
    }

    /// Parses RFC 3339 with a zone (`Z` or an offset); refuses a time without one.
    ///
    /// A leap second, which exists only at the end of a month in UTC, becomes the next second.
    /// Decimals beyond six are cut off.
    package init?(rfc3339 text: String) {
        var text = text
        guard let microseconds = text.withUTF8(Instant.read) else { return nil }
        self.init(microseconds: microseconds)
    }

    /// 0000-01-01T00:00:00Z and 9999-12-31T23:59:59.999999Z.
    private static let firstWritten: Int64 = -62_167_219_200_000_000
    private static let lastWritten: Int64 = 253_402_300_799_999_999

    private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        var scanner = DigitScanner(bytes)
        guard let year = scanner.digits(4), scanner.skip("-"),
            let month = scanner.digits(2), scanner.skip("-"),
            let day = scanner.digits(2), scanner.skip("T") || scanner.skip("t"),
            let hour = scanner.digits(2), scanner.skip(":"),
            let minute = scanner.digits(2), scanner.skip(":"),
            let second = scanner.digits(2),
            let date = CivilDate(year: year, month: Int(month), day: Int(day)),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        var fraction: Int64 = 0
        if scanner.skip(".") {
            guard let micros = scanner.fraction() else { return nil }
            fraction = micros
        }
        guard let offset = scanner.offset(), scanner.isAtEnd else { return nil }
        let seconds = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second - offset
        guard second < 60 || beginsMonth(seconds) else { return nil }
        return seconds * 1_000_000 + fraction
    }

    private static func beginsMonth(_ seconds: Int64) -> Bool {
        let day = floorDivide(seconds, 86_400)
        return day * 86_400 == seconds && CivilDate(day: day).day == 1
    }
}
