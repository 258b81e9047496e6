import Vocabulary

/// When a delivery that failed is tried again: a rule without a clock.
package enum DeliverySchedule {
    /// The first pauses bridge a restart, the next ones a deployment; what lasts longer is looked at
    /// by people, some time on three days.
    private static let firstPauses: [Int64] = [
        5, 30, 2 * 60, 10 * 60, 30 * 60, 3_600, 2 * 3_600, 4 * 3_600, 8 * 3_600,
    ]
    private static let lastPause: Int64 = 8 * 3_600
    /// Three days, so that a weekend without anybody loses nothing.
    package static let triedSeconds: Int64 = 72 * 3_600
    /// An endpoint that has failed for so long is disabled.
    package static let failingSeconds: Int64 = 5 * 86_400

    /// So many attempts fit into the time; each of the later ones comes eight hours after the last.
    package static let attemptsMax: Int = {
        var (attempts, seconds) = (1, pause(after: 1))
        while seconds <= triedSeconds {
            attempts += 1
            seconds += pause(after: attempts)
        }
        return attempts
    }()

    private static func pause(after attempts: Int) -> Int64 {
        attempts <= firstPauses.count ? firstPauses[max(1, attempts) - 1] : lastPause
    }

    /// When to try again after so many attempts; nothing when that was the last.
    ///
    /// - Parameter random: moves it by up to a tenth to either side, so that what failed together
    ///   does not come back together.
    package static func next(after attempts: Int, at now: Instant, random: UInt64) -> Instant? {
        guard attempts < attemptsMax else { return nil }
        let pause = pause(after: attempts) * 1_000_000
        let jitter = Int64(random % UInt64(pause / 5 + 1)) - pause / 10
        return Instant(microseconds: now.microseconds + pause + jitter)
    }
}
