import Postgres
import Vocabulary

/// A push that waits to be sent to a phone, with its number of tries.
struct WaitingPush: Sendable {
    let type: PassType.ID
    /// Apple's pass type identifier: the topic of the push.
    let typeIdentifier: String
    let device: [UInt8]
    let token: PushToken
    /// The time when the phone sent the token.
    let tokenAt: Instant
    let requestedAt: Instant
    let tries: Int

    /// Lease of the worker that sends the push; after this time another worker tries.
    static let leaseSeconds: Int64 = 60

    /// The most retries, over 23 hours if Apple requests no longer pauses; then the server gives
    /// up, and the phone only updates on its own.
    static let triesMax = 15

    /// The pause before the next try: doubles each time, up to a quarter of a day.
    static func pauseSeconds(after tries: Int) -> Int64 { min(5 << Int64(min(tries, 13)), 21_600) }
}

/// A push that is sent again later.
struct PostponedPush: Sendable {
    let push: WaitingPush
    let until: Instant
    /// The failed tries that count towards `WaitingPush.triesMax`.
    let tries: Int
}
