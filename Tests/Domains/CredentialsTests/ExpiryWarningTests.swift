import Credentials
import Testing
import Vocabulary

/// Warnings 30, 7 and 1 day before a certificate expires, each once.
@Suite struct ExpiryWarningTests {
    private static let day: Int64 = 86_400
    private let end = Instant(seconds: 100 * day)

    @Test(
        arguments: [
            (0, true, 70), (69, true, 70), (70, true, 70), (80, true, 80), (95, true, 95),
            (99, true, 99), (101, true, 101), (70, false, 93), (92, false, 93), (93, false, 99),
            (98, false, 99), (99, false, nil), (100, false, nil), (101, false, nil),
        ] as [(Int64, Bool, Int64?)])
    func `a warning is emitted when it is due, and missed ones are emitted as one`(
        day: Int64, isNew: Bool, next: Int64?
    ) {
        #expect(
            ExpiryWarning.next(for: end, at: Instant(seconds: day * Self.day), isNew: isNew)
                == next.map { Instant(seconds: $0 * Self.day) })
    }

    @Test(arguments: [(0, 100), (99, 1), (100, 0), (101, 0)] as [(Int64, Int64)])
    func `a warning says the days that are left`(day: Int64, left: Int64) {
        #expect(ExpiryWarning.daysLeft(until: end, at: Instant(seconds: day * Self.day)) == left)
        if left > 0 {
            let later = Instant(seconds: day * Self.day + 1)
            #expect(ExpiryWarning.daysLeft(until: end, at: later) == left)
        }
    }
}
