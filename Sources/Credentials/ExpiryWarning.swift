import Vocabulary

/// When a merchant is told that a certificate ends: 30, 7 and 1 day before. A rule without a clock.
package enum ExpiryWarning {
    package static let days: [Int64] = [30, 7, 1]
    private static let daySeconds: Int64 = 86_400

    /// The first moment of telling that is not over; of those that are, one is made up for at once.
    ///
    /// - Parameter isNew: nothing has been told of it yet.
    package static func next(
        for expiresAt: Instant, at now: Instant, isNew: Bool
    ) -> Instant? {
        let moments = days.map { expiresAt.adding(seconds: -$0 * daySeconds) }
        if isNew, let first = moments.first, first <= now { return now }
        return moments.first { $0 > now }
    }

    /// Whole days that are left, as they are told: never less than none.
    package static func daysLeft(until expiresAt: Instant, at now: Instant) -> Int64 {
        max(0, (expiresAt.seconds(since: now) + daySeconds - 1) / daySeconds)
    }
}
