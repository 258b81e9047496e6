import Vocabulary

/// The retry schedule of webhooks: the times at which a failed delivery is tried again. A pure
/// rule.
package enum DeliverySchedule {
    /// The pauses in seconds after each of the first attempts. The first ones outlast a restart,
    /// the next ones a deployment; a longer outage needs people, who have three days to notice it.
    private static let firstPauses: [Int64] = [
        5, 30, 2 * 60, 10 * 60, 30 * 60, 3_600, 2 * 3_600, 4 * 3_600, 8 * 3_600,
    ]
    /// The pause in seconds after each later attempt.
    private static let lastPause: Int64 = 8 * 3_600
    /// Three days, so that an unattended weekend loses no event.
    package static let retryWindowSeconds: Int64 = 72 * 3_600
    /// An endpoint that has failed for this long is disabled.
    package static let disableAfterSeconds: Int64 = 5 * 86_400

    /// The number of attempts that fit into `retryWindowSeconds`; the later ones are eight hours
    /// apart.
    package static let attemptsMax: Int = {
        var (attempts, seconds) = (1, pause(after: 1))
        while seconds <= retryWindowSeconds {
            attempts += 1
            seconds += pause(after: attempts)
        }
        return attempts
    }()

    private static func pause(after attempts: Int) -> Int64 {
        attempts <= firstPauses.count ? firstPauses[max(1, attempts) - 1] : lastPause
    }

    /// Returns the time of the next attempt, or nil after the last one.
    ///
    /// - Parameter random: moves the time by up to a tenth in either direction, so that deliveries
    ///   that failed together are not retried together.
    package static func next(after attempts: Int, at now: Instant, random: UInt64) -> Instant? {
        guard attempts < attemptsMax else { return nil }
        let pause = pause(after: attempts) * 1_000_000
        let jitter = Int64(random % UInt64(pause / 5 + 1)) - pause / 10
        return Instant(microseconds: now.microseconds + pause + jitter)
    }
}
