import CICU
import Vocabulary

/// The calendar and clock of one time zone with its daylight saving time, from ICU's data.
///
/// ICU includes the IANA database, so the machine needs no other. One lookup takes some 6 µs; UTC
/// needs none.
package struct TimeZoneCalendar: Hashable, Sendable {
    /// An IANA time zone name, such as `Europe/Paris`.
    package let zone: String

    package init(zone: String) { self.zone = zone }

    package static let utc = TimeZoneCalendar(zone: "UTC")

    /// The local date and time at a moment, without fractions of a second.
    package func local(_ moment: Instant) -> LocalTime {
        let seconds = floorDivide(moment.microseconds, 1_000_000)
        var offset: Int64 = 0
        // An unknown zone counts as UTC: zone names are validated on input.
        if zone != Self.utc.zone, !cicu_offset(zone, seconds, &offset) { offset = 0 }
        let day = floorDivide(seconds + offset, 86_400)
        return LocalTime(
            date: CivilDate(day: day), secondOfDay: seconds + offset - day * 86_400)
    }

    /// The moment of a local time. If a local time occurs twice, it is the first; if the clock
    /// skips it, the moment is as much later as the gap.
    package func moment(_ local: LocalTime) -> Instant {
        let utc = local.date.daysSince1970 * 86_400 + local.secondOfDay
        guard zone != Self.utc.zone else { return Instant(seconds: utc) }
        var seconds = utc
        _ = cicu_moment(
            zone, Int32(local.date.year), Int32(local.date.month), Int32(local.date.day),
            Int32(local.secondOfDay), &seconds)
        return Instant(seconds: seconds)
    }
}

/// A local date and time.
package struct LocalTime: Hashable, Sendable {
    package let date: CivilDate
    /// From 0 to 86,399.
    package let secondOfDay: Int64

    package init(date: CivilDate, secondOfDay: Int64) {
        self.date = date
        self.secondOfDay = secondOfDay
    }
}
