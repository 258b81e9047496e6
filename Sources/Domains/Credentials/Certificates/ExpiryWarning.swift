import Vocabulary

/// Schedules warnings about an expiring certificate: 30, 7 and 1 day before. A rule without a
/// clock.
package enum ExpiryWarning {
    package static let days: [Int64] = [30, 7, 1]
    private static let daySeconds: Int64 = 86_400

    /// Returns the time of the next warning. A new certificate whose first warning is overdue gets
    /// one warning at once.
    ///
    /// - Parameter isNew: the merchant has received no warning yet.
    package static func next(
        for expiresAt: Instant, at now: Instant, isNew: Bool
    ) -> Instant? {
        let moments = days.map { expiresAt.adding(seconds: -$0 * daySeconds) }
        if isNew, let first = moments.first, first <= now { return now }
        return moments.first { $0 > now }
    }

    /// The days left, rounded up as the warning shows them; at least zero.
    package static func daysLeft(until expiresAt: Instant, at now: Instant) -> Int64 {
        max(0, (expiresAt.seconds(since: now) + daySeconds - 1) / daySeconds)
    }
}
