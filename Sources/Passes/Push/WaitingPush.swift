import Postgres
import Vocabulary

/// That a phone is to be told of changes, and how often that was tried.
struct WaitingPush: Sendable {
    let type: PassType.ID
    /// As Apple knows it: the topic of the push.
    let typeIdentifier: String
    let device: [UInt8]
    let token: PushToken
    /// When the phone gave the token.
    let tokenAt: Instant
    let askedAt: Instant
    let tries: Int

    /// Whoever pushes has it for so long; then another one tries.
    static let leaseSeconds: Int64 = 60

    /// After so many tries, in a day and a half, the phone is left to ask by itself.
    static let triesMax = 15

    /// Until the next try: twice as long each time, a quarter of a day at most.
    static func pauseSeconds(after tries: Int) -> Int64 { min(5 << Int64(min(tries, 13)), 21_600) }
}
