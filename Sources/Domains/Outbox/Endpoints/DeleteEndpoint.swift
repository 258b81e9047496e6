import Postgres
import Vocabulary

/// Deletes an endpoint and drops its pending deliveries.
package struct DeleteEndpoint: Verb {
    package let endpoint: WebhookEndpoint.ID
    package let now: Instant

    package init(endpoint: WebhookEndpoint.ID, now: Instant) {
        self.endpoint = endpoint
        self.now = now
    }

    package func callAsFunction(in transaction: Transaction) throws {
        var endpoint = try FindEndpoint(endpoint: endpoint).locked(in: transaction)
        endpoint.deletedAt = now
        endpoint.changedAt = now
        try transaction.enqueue(endpoint.store)
        try transaction.enqueue(Delivery.dropPending(to: endpoint.id, at: now))
    }
}
