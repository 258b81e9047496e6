import HTTPClient
import JSON
import Vocabulary

/// The result of one push, from the response of Apple's push service (docs/rules/apple.md#7.4). A
/// rule without a clock.
package enum PushOutcome: Equatable, Sendable {
    case accepted
    /// The token is no longer valid; `since` is the time of its end, if Apple's response has one.
    case gone(since: Instant?)
    /// The text is not a token of Apple's push service and never becomes one.
    case badToken
    /// The token is for another topic: retrying is useless, and the phone will register another
    /// one.
    case topicMismatch
    /// Too many requests, or an error of Apple's service; with the pause in seconds if Apple's
    /// response has one.
    case later(Int64?)
    /// There was no response.
    case unreachable(ClientFault)
    /// Apple refuses the certificate.
    case certificateRejected

    package init(_ answer: Answer) {
        let body = (try? Document.parse(answer.body))?.root
        let reason = body?["reason"]?.string
        switch answer.status {
        case 200: self = .accepted
        case 410:
            let milliseconds = body?["timestamp"]?.int64.flatMap { $0 < 1 << 48 ? $0 : nil }
            self = .gone(since: milliseconds.map { Instant(microseconds: $0 * 1_000) })
        case 400 where reason == "BadDeviceToken": self = .badToken
        case 400 where reason == "DeviceTokenNotForTopic": self = .topicMismatch
        case 403: self = .certificateRejected
        default:
            // Other errors concern only this phone's push: it is retried, and finally given up.
            let pause = answer["Retry-After"].flatMap { Int64($0) }.map { min(max($0, 1), 86_400) }
            self = .later(pause)
        }
    }
}
