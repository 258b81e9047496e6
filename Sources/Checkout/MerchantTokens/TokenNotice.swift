import Merchants
import Vocabulary

/// That Apple, or somebody who plays it, has called about a merchant's token: nothing of it is believed, and Apple
/// is asked what it was about.
package struct TokenNotice: Sendable {
    package let merchant: MerchantNumber
    package let event: TokenEvent.Name
    package let heardAt: Instant
    /// How often Apple was asked in vain.
    var tries = 0
    /// How often of these an answer came that could not be read.
    var unreadable = 0
    /// Nothing when it is done.
    var dueAt: Instant?

    /// As long as Apple keeps an event: whoever asks later learns nothing, and a call that is repeated until
    /// then changes nothing.
    package static let keptSeconds: Int64 = 7 * 86_400
    /// Of a merchant's, those that wait: more than Apple tells of in a day, and little for a stranger to fill.
    package static let waitingMax = 1_000
    /// An answer that cannot be read is not another one the next day: a few times are for what broke in between.
    static let unreadableMax = 5
}

/// When Apple is asked again: a rule without a clock.
enum ApplePause {
    /// Apple's faults are short, a certificate that was forgotten is stored in hours.
    private static let secondsMax: Int64 = 3_600
    private static let firstSeconds: Int64 = 15

    /// - Returns: nothing when it is given up, because seven days are over by then.
    static func next(after tries: Int, since first: Instant, at now: Instant) -> Instant? {
        let seconds = min(secondsMax, firstSeconds << Int64(min(max(0, tries - 1), 8)))
        let next = now.adding(seconds: seconds)
        return next < first.adding(seconds: TokenNotice.keptSeconds) ? next : nil
    }

    /// So long a worker has something for itself: longer than Apple may take.
    static let leaseSeconds: Int64 = 60
}
