import Testing

@testable import Vocabulary

@Suite struct InstantTests {
    private static let readable: [(String, Int64, String)] = [
        ("1970-01-01T00:00:00Z", 0, "1970-01-01T00:00:00Z"),
        ("2026-11-21T14:03:09Z", 1_795_269_789_000_000, "2026-11-21T14:03:09Z"),
        ("2026-11-21t14:03:09z", 1_795_269_789_000_000, "2026-11-21T14:03:09Z"),
        ("2026-11-21T14:03:09+00:00", 1_795_269_789_000_000, "2026-11-21T14:03:09Z"),
        ("2026-11-21T14:03:09-00:00", 1_795_269_789_000_000, "2026-11-21T14:03:09Z"),
        ("2026-11-21T15:03:09+01:00", 1_795_269_789_000_000, "2026-11-21T14:03:09Z"),
        ("2026-11-21T09:33:09-04:30", 1_795_269_789_000_000, "2026-11-21T14:03:09Z"),
        ("1970-01-01T00:00:00.5Z", 500_000, "1970-01-01T00:00:00.5Z"),
        ("1970-01-01T00:00:00.000001Z", 1, "1970-01-01T00:00:00.000001Z"),
        ("1970-01-01T00:00:00.1234567890123Z", 123_456, "1970-01-01T00:00:00.123456Z"),
        ("1970-01-01T00:00:00.100000Z", 100_000, "1970-01-01T00:00:00.1Z"),
        ("1969-12-31T23:59:59.999999Z", -1, "1969-12-31T23:59:59.999999Z"),
        ("2024-02-29T00:00:00Z", 1_709_164_800_000_000, "2024-02-29T00:00:00Z"),
        ("2000-02-29T00:00:00Z", 951_782_400_000_000, "2000-02-29T00:00:00Z"),
        ("0000-01-01T00:00:00Z", -62_167_219_200_000_000, "0000-01-01T00:00:00Z"),
        ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"),
        ("2016-12-31T23:59:60Z", 1_483_228_800_000_000, "2017-01-01T00:00:00Z"),
        ("1990-12-31T15:59:60-08:00", 662_688_000_000_000, "1991-01-01T00:00:00Z"),
        ("2026-01-01T00:30:00+23:59", 1_767_141_060_000_000, "2025-12-31T00:31:00Z"),
    ]

    @Test("RFC 3339 is read with its zone and written in UTC", arguments: readable)
    func roundTrip(_ text: String, _ microseconds: Int64, _ written: String) {
        #expect(Instant(rfc3339: text)?.microseconds == microseconds)
        #expect(Instant(microseconds: microseconds).rfc3339 == written)
        #expect(Instant(rfc3339: written)?.microseconds == microseconds)
    }

    @Test(
        "text that RFC 3339 does not allow is refused",
        arguments: [
            "", "2026-11-21", "2026-11-21T14:03:09", "2026-11-21 14:03:09Z", "2026-11-21T14:03Z",
            "2026-11-21T24:00:00Z", "2026-11-21T14:60:00Z", "2026-11-21T14:03:61Z",
            "2026-11-21T14:03:60Z", "2026-11-21T23:59:60Z", "2026-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-13-01T00:00:00Z",
            "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-32T00:00:00Z",
            "2026-11-21T14:03:09.Z", "2026-11-21T14:03:09,5Z", "2026-11-21T14:03:09+1:00",
            "2026-11-21T14:03:09+0100", "2026-11-21T14:03:09+24:00", "2026-11-21T14:03:09+01:60",
            "2026-11-21T14:03:09ZZ", "2026-11-21T14:03:09Z ", " 2026-11-21T14:03:09Z",
            "+2026-11-21T14:03:09Z", "12026-11-21T14:03:09Z", "26-11-21T14:03:09Z",
            "２０２６-11-21T14:03:09Z", "2026-11-21T14:03:09UTC", "2026-W47-6T14:03:09Z",
        ])
    func refused(_ text: String) {
        #expect(Instant(rfc3339: text) == nil)
    }

    @Test("a moment outside RFC 3339 is written as the nearest valid one")
    func beyond() {
        #expect(Instant(microseconds: .max).rfc3339 == "9999-12-31T23:59:59.999999Z")
        #expect(Instant(microseconds: .min).rfc3339 == "0000-01-01T00:00:00Z")
        #expect(Instant(microseconds: .min).day.year == -290_308)
    }

    @Test("moments over 380 years are read back as written")
    func everyMoment() {
        var moment: Int64 = -6_000_000_000_000_000
        while moment < 6_000_000_000_000_000 {
            let instant = Instant(microseconds: moment)
            #expect(Instant(rfc3339: instant.rfc3339) == instant)
            moment += 86_399_999_999 * 41 + 7
        }
    }

    @Test("conversions of days and dates are inverse, and days are consecutive")
    func days() {
        var previous = CivilDate(day: -800_001)
        for day in stride(from: Int64(-800_000), through: 800_000, by: 1) {
            let date = CivilDate(day: day)
            guard date.daysSince1970 == day,
                CivilDate(year: date.year, month: date.month, day: date.day) == date,
                (date.year, date.month, date.day) > (previous.year, previous.month, previous.day)
            else {
                Issue.record("day \(day)")
                return
            }
            previous = date
        }
    }

    @Test("moments are compared and subtracted")
    func arithmetic() {
        let start = Instant(seconds: 100)
        #expect(start.adding(seconds: 5) > start)
        #expect(start.adding(seconds: -5).seconds(since: start) == -5)
        #expect(Instant(microseconds: -1).day.daysSince1970 == -1)
        #expect(Instant(seconds: 86_400).day == CivilDate(year: 1970, month: 1, day: 2))
    }
}
