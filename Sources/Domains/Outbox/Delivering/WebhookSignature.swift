import Crypto
import Vocabulary

/// The three headers that prove the origin of a delivery to a merchant's server (Standard Webhooks
/// 1.0).
package struct WebhookSignature: Sendable {
    /// The event's identifier, the same at each attempt, so that receivers can detect duplicates.
    package let id: String
    /// The time of this attempt, which lets receivers reject replays of an old one.
    package let seconds: Int64
    /// One signature for each valid secret, newest first.
    package let signatures: [String]

    /// Signs exactly the bytes that are sent.
    package init(of body: [UInt8], id: String, at moment: Instant, secrets: [SigningSecret]) {
        self.id = id
        seconds = moment.seconds(since: Instant(seconds: 0))
        let message = Array("\(id).\(seconds).".utf8) + body
        signatures = secrets.map {
            "v1," + Base64.standard.encode(HMACSHA256.mac(message, key: $0.bytes))
        }
    }

    package var headers: [(name: String, value: String)] {
        [
            ("webhook-id", id),
            ("webhook-timestamp", String(seconds)),
            ("webhook-signature", signatures.joined(separator: " ")),
        ]
    }
}
