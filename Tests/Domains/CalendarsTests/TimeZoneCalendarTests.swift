import Calendars
import Testing
import Vocabulary

@Suite struct TimeZoneCalendarTests {
    @Test(arguments: [
        ("UTC", "2026-03-29T02:30:00Z", 2026, 3, 29, 9_000),
        // Daylight saving time begins and ends.
        ("Europe/Paris", "2026-03-29T00:59:59Z", 2026, 3, 29, 7_199),
        ("Europe/Paris", "2026-03-29T01:00:00Z", 2026, 3, 29, 10_800),
        ("America/New_York", "2026-11-01T05:30:00Z", 2026, 11, 1, 5_400),
        ("America/New_York", "2026-11-01T06:30:00Z", 2026, 11, 1, 5_400),
        ("Australia/Lord_Howe", "2026-10-03T15:30:00Z", 2026, 10, 4, 9_000),
        ("Asia/Kathmandu", "2026-01-01T00:00:00Z", 2026, 1, 1, 20_700),
        ("Pacific/Kiritimati", "2026-12-31T10:00:00Z", 2027, 1, 1, 0),
        // Beyond the last transition in the tables.
        ("Europe/Paris", "2071-07-01T00:00:00Z", 2071, 7, 1, 7_200),
    ])
    func `a zone's local time and offset are right`(
        zone: String, moment: String, year: Int64, month: Int, day: Int, second: Int64
    ) {
        let local = TimeZoneCalendar(zone: zone).local(Instant(rfc3339: moment)!)
        #expect(local.date == CivilDate(year: year, month: month, day: day))
        #expect(local.secondOfDay == second)
    }

    @Test(arguments: [
        // A skipped time: later by the length of the gap.
        ("Europe/Paris", 2026, 3, 29, 9_000, "2026-03-29T01:30:00Z"),
        // A repeated time: the first occurrence.
        ("America/New_York", 2026, 11, 1, 5_400, "2026-11-01T05:30:00Z"),
        ("America/Sao_Paulo", 2018, 11, 4, 0, "2018-11-04T03:00:00Z"),
        ("UTC", 2028, 2, 29, 86_399, "2028-02-29T23:59:59Z"),
    ])
    func `a local time resolves to the right moment`(
        zone: String, year: Int64, month: Int, day: Int, second: Int64, moment: String
    ) {
        let local = LocalTime(
            date: CivilDate(year: year, month: month, day: day)!, secondOfDay: second)
        #expect(TimeZoneCalendar(zone: zone).moment(local).rfc3339 == moment)
    }

    @Test func `each hour of two years converts to local time and back, except repeated hours`() {
        for zone in [
            "UTC", "Europe/London", "America/St_Johns", "Africa/Casablanca", "Asia/Tehran",
        ] {
            let calendar = TimeZoneCalendar(zone: zone)
            var repeated = 0
            for hour in 0..<17_520 {
                let moment = Instant(seconds: 1_767_225_600 + Int64(hour) * 3600)
                let back = calendar.moment(calendar.local(moment))
                if back != moment { repeated += 1 }
                #expect(back == moment || back == moment.adding(seconds: -3600))
            }
            // One hour of each year is repeated: in autumn, in Morocco at the start of Ramadan.
            #expect(repeated <= 2, "\(zone)")
        }
    }
}
