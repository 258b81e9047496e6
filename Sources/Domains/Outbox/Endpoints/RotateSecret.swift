import Crypto
import Postgres
import Vocabulary

/// Replaces the signing secret of an endpoint; the old and the new one sign until the overlap ends.
///
/// At most two secrets sign: a second rotation ends the overlap of the first.
package struct RotateSecret: Verb {
    package let endpoint: WebhookEndpoint.ID
    package let secret: SigningSecret
    package let overlapSeconds: Int64
    package let keys: KeyRing
    package let now: Instant

    package init(
        endpoint: WebhookEndpoint.ID, secret: SigningSecret, overlapSeconds: Int64, keys: KeyRing,
        now: Instant
    ) {
        self.endpoint = endpoint
        self.secret = secret
        self.overlapSeconds = overlapSeconds
        self.keys = keys
        self.now = now
    }

    package func callAsFunction(in transaction: Transaction) throws -> WebhookEndpoint {
        var found = try FindEndpoint(endpoint: endpoint).locked(in: transaction)
        try found.secrets.rotate(
            to: secret,
            overlappingUntil: overlapSeconds > 0 ? now.adding(seconds: overlapSeconds) : nil,
            of: endpoint, keys: keys)
        found.changedAt = now
        try transaction.enqueue(found.store)
        return found
    }
}
