import Postgres
import Vocabulary

/// Changes an endpoint's URL, event types or state. Disabling it also drops its pending deliveries.
package struct ChangeEndpoint: Sendable {
    package let endpoint: Endpoint.ID
    package let now: Instant
    package let change: @Sendable (Endpoint) throws -> Endpoint

    package init(
        endpoint: Endpoint.ID, now: Instant,
        change: @escaping @Sendable (Endpoint) throws -> Endpoint
    ) {
        self.endpoint = endpoint
        self.now = now
        self.change = change
    }

    package func callAsFunction(in transaction: Transaction) throws -> Endpoint {
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
