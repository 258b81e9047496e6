import CICU
import Vocabulary

/// The calendar and the clocks of one time zone, with its summer times, by ICU's own data.
///
/// ICU brings the IANA database along, so that no machine needs another. One question takes some
/// 6 µs; UTC is answered without asking.
package struct TimeZoneCalendar: Hashable, Sendable {
    /// A name of the IANA database, such as `Europe/Paris`.
    package let zone: String

    package init(zone: String) { self.zone = zone }

    package static let utc = TimeZoneCalendar(zone: "UTC")

    /// What clocks and calendars of the zone show at a moment; parts of a second are left out.
    package func local(_ moment: Instant) -> LocalTime {
        let seconds = floorDivide(moment.microseconds, 1_000_000)
        var offset: Int64 = 0
        // An unknown zone is UTC: names are checked where they come in.
        if zone != Self.utc.zone, !cicu_offset(zone, seconds, &offset) { offset = 0 }
        let day = floorDivide(seconds + offset, 86_400)
        return LocalTime(
            date: CivilDate(day: day), secondOfDay: seconds + offset - day * 86_400)
    }

    /// The moment at which they show it. Of two such moments it is the first, and a time that a
    /// summer time skips is as much later.
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

/// What a clock and a calendar on a wall show.
package struct LocalTime: Hashable, Sendable {
    package let date: CivilDate
    /// From 0 to 86,399.
    package let secondOfDay: Int64

    package init(date: CivilDate, secondOfDay: Int64) {
        self.date = date
        self.secondOfDay = secondOfDay
    }
}
