import Crypto
import Vocabulary

/// Verifies Stripe's signature of an event: a pure rule (docs.stripe.com/webhooks, "Verify webhook
/// signatures manually").
package struct StripeSignature: Sendable {
    /// The timestamp as it was written, because it is part of the signed text.
    private let timestamp: Substring
    private let seconds: Int64
    private let signatures: [[UInt8]]

    /// Reads `t=…,v1=…[,v1=…]`; ignores other schemes, which Stripe's live events do not use.
    package init?(_ header: String) {
        guard header.utf8.count <= Self.lengthMax else { return nil }
        var (timestamps, signatures) = ([Substring](), [[UInt8]]())
        for part in header.split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { return nil }
            switch pair[0] {
            case "t": timestamps.append(pair[1])
            case "v1":
                guard let bytes = Hex.decode(String(pair[1])), bytes.count == 32 else {
                    return nil
                }
                signatures.append(bytes)
            default: continue
            }
        }
        guard timestamps.count == 1, !signatures.isEmpty,
            timestamps[0].utf8.count <= Self.digitsMax,
            timestamps[0].hasOnlyASCIIDigits, let seconds = Int64(timestamps[0])
        else { return nil }
        timestamp = timestamps[0]
        self.seconds = seconds
        self.signatures = signatures
    }

    /// Returns true if one of the secrets signed exactly these bytes within the tolerance.
    ///
    /// Every signature is compared with every secret's, so that the time does not reveal a near
    /// match.
    package func isValid(for body: [UInt8], by secrets: [Secret], at now: Instant) -> Bool {
        let age = now.seconds(since: Instant(seconds: seconds))
        guard age.magnitude <= Self.toleranceSeconds else { return false }
        let message = Array(timestamp.utf8) + [UInt8(ascii: ".")] + body
        var isSigned = false
        for secret in secrets {
            let mac = HMACSHA256(key: secret)
            for signature in signatures {
                let fits = mac.isValid(signature, for: message)
                isSigned = isSigned || fits
            }
        }
        return isSigned
    }

    /// In both directions, for clock differences; it rejects replays of older events.
    package static let toleranceSeconds: UInt64 = 300
    /// Enough for a timestamp and a dozen signatures.
    private static let lengthMax = 1_024
    /// Enough for a year with seven digits.
    private static let digitsMax = 14
}
