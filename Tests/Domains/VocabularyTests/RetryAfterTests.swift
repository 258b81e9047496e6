import Testing

@testable import Vocabulary

/// `Retry-After` (RFC 9110, 10.2.3), with the example of the RFC.
@Suite struct RetryAfterTests {
    /// Fri, 31 Dec 1999 23:58:59 GMT.
    private static let now = Instant(seconds: 946_684_739)

    @Test(
        arguments: [
            ("0", 0), ("120", 120), (" 120 ", 120), ("86400", 86_400), ("86401", 86_400),
            ("99999999999999999999999", 86_400), ("007", 7),
            ("Fri, 31 Dec 1999 23:59:59 GMT", 60), ("Friday, 31-Dec-99 23:59:59 GMT", 60),
            ("Fri Dec 31 23:59:59 1999", 60), ("Sat, 01 Jan 2000 23:59:59 GMT", 86_400),
            ("Fri, 31 Dec 2049 23:59:59 GMT", 86_400), ("Fri, 31 Dec 1999 23:58:59 GMT", 0),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ] as [(String, Int64)])
    func `seconds and dates give a pause of at most a day`(value: String, seconds: Int64) {
        #expect(RetryAfter.seconds(value, at: Self.now) == seconds)
    }

    @Test(arguments: [
        "", " ", "-1", "+5", "1.5", "60s", "60 s", "1e3", "0x10", "٦٠", "soon", "60, 120",
        "Fri, 31 Dec 1999 23:59:59", "Fri, 31 Dec 1999 23:59:59 CET",
        "Fri, 31 Feb 1999 23:59:59 GMT", "1999-12-31T23:59:59Z",
    ])
    func `a Retry-After in no valid form gives no pause`(value: String) {
        #expect(RetryAfter.seconds(value, at: Self.now) == nil)
    }

    @Test func `a pause with a fraction of a second is rounded up`() {
        let now = Instant(microseconds: Self.now.microseconds + 1)
        #expect(RetryAfter.seconds("Fri, 31 Dec 1999 23:59:00 GMT", at: now) == 1)
        #expect(RetryAfter.seconds(nil, at: now) == nil)
    }
}
