import Postgres
import Vocabulary

/// Sends an event to an endpoint again, as soon as a worker can and regardless of earlier
/// deliveries.
///
/// The event may be older than the endpoint, or of a type to which the endpoint does not subscribe.
package struct Redeliver: Verb {
    package let endpoint: WebhookEndpoint.ID
    package let event: Event.ID
    package let now: Instant

    package init(endpoint: WebhookEndpoint.ID, event: Event.ID, now: Instant) {
        self.endpoint = endpoint
        self.event = event
        self.now = now
    }

    package func callAsFunction(in transaction: Transaction) throws -> DeliveryRecord {
        let found = try FindEndpoint(endpoint: endpoint).locked(in: transaction)
        guard found.disabledAt == nil else { throw OutboxRefusal.endpointDisabled }
        guard try !transaction.run(Event.lockAgainstPurge(event)).isEmpty else {
            throw OutboxRefusal.eventNotFound
        }
        try transaction.enqueue(Delivery.redeliver(event, to: endpoint, at: now))
        guard let row = try transaction.run(Delivery.find(event, to: endpoint)).first else {
            throw OutboxRefusal.deliveryNotFound
        }
        return try DeliveryRecord(row: row)
    }
}
