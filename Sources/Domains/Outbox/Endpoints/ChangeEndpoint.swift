import Postgres
import Vocabulary

/// Changes an endpoint's URL, event types or state. Disabling it also drops its pending deliveries.
package struct ChangeEndpoint: Verb {
    package let endpoint: WebhookEndpoint.ID
    package let now: Instant
    package let change: @Sendable (WebhookEndpoint) throws -> WebhookEndpoint

    package init(
        endpoint: WebhookEndpoint.ID, now: Instant,
        change: @escaping @Sendable (WebhookEndpoint) throws -> WebhookEndpoint
    ) {
        self.endpoint = endpoint
        self.now = now
        self.change = change
    }

    package func callAsFunction(in transaction: Transaction) throws -> WebhookEndpoint {
        let old = try FindEndpoint(endpoint: endpoint).locked(in: transaction)
        var new = try change(old)
        new.changedAt = now
        try transaction.enqueue(new.store)
        if old.disabledAt == nil, new.disabledAt != nil {
            try transaction.enqueue(Delivery.dropPending(to: endpoint, at: now))
        }
        return new
    }
}
