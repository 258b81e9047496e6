import Crypto
import Vocabulary

/// The three headers by which a merchant's server proves a delivery (Standard Webhooks 1.0).
package struct WebhookSignature: Sendable {
    /// The event: the same at each attempt, so that what comes twice is known.
    package let id: String
    /// When this attempt was made; who repeats an old one is found out by it.
    package let seconds: Int64
    /// One signature for each secret that is good at the moment, the newest first.
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
