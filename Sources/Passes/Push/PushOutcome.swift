import HTTPClient
import JSON
import Vocabulary

/// What Apple's push service has said of one push (contracts 7.4). A rule without a clock.
package enum PushOutcome: Equatable, Sendable {
    case taken
    /// No phone has this token any more; since when, where Apple says it.
    case gone(since: Instant?)
    /// It is no token of Apple's push service, and never will be.
    case badToken
    /// The token is of another topic: nothing comes of trying again, and the phone gives another one.
    case otherTopic
    /// Too fast, or Apple's service is in trouble; a pause where Apple names one.
    case later(Int64?)
    /// Nothing was said at all.
    case unreachable(ClientFault)
    /// Apple does not take the certificate.
    case notTaken

    package init(_ answer: Answer) {
        let said = (try? Document.parse(answer.body))?.root
        let reason = said?["reason"]?.string
        switch answer.status {
        case 200: self = .taken
        case 410:
            let milliseconds = said?["timestamp"]?.int64.flatMap { $0 < 1 << 48 ? $0 : nil }
            self = .gone(since: milliseconds.map { Instant(microseconds: $0 * 1_000) })
        case 400 where reason == "BadDeviceToken": self = .badToken
        case 400 where reason == "DeviceTokenNotForTopic": self = .otherTopic
        case 403: self = .notTaken
        default:
            // Nothing that we send is another phone's than this one's: it is tried again, and given up in the end.
            let pause = answer["Retry-After"].flatMap { Int64($0) }.map { min(max($0, 1), 86_400) }
            self = .later(pause)
        }
    }
}
