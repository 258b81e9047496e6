import Merchants
import Vocabulary

/// A notification about a merchant token, from Apple or from an impostor: the server does not trust
/// its content, but asks Apple about the event.
package struct TokenNotice: Sendable {
    package let merchant: MerchantNumber
    package let event: TokenEvent.Name
    package let receivedAt: Instant
    /// The number of failed calls to Apple.
    var tries = 0
    /// The number of these calls with an unreadable answer.
    var unreadable = 0
    /// nil once it is done.
    var dueAt: Instant?

    /// As long as Apple keeps an event: a later call returns nothing, and a notification that is
    /// repeated before then changes nothing.
    package static let retentionSeconds: Int64 = 7 * 86_400
    /// The limit per merchant: more than Apple sends in a day, and little for an impostor to fill.
    package static let waitingMax = 1_000
    /// An unreadable answer stays unreadable the next day: a few tries cover transmission faults.
    static let unreadableMax = 5
}

/// The time of the next call to Apple about a notice or an unlinked token: a pure rule.
enum AppleBackoff {
    /// Apple's faults are short; a merchant uploads a missing certificate within hours.
    private static let secondsMax: Int64 = 3_600
    private static let firstSeconds: Int64 = 15

    /// - Returns: nil if the job is given up, because seven days are over by then.
    static func next(after tries: Int, since first: Instant, at now: Instant) -> Instant? {
        let seconds = min(secondsMax, firstSeconds << Int64(min(max(0, tries - 1), 8)))
        let next = now.adding(seconds: seconds)
        return next < first.adding(seconds: TokenNotice.retentionSeconds) ? next : nil
    }

    /// The duration of a worker's lease: longer than a call to Apple may take.
    static let leaseSeconds: Int64 = 60
}
