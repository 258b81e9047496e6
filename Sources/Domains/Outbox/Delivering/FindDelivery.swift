import Postgres

/// Finds one delivery with its attempts, oldest first.
package struct FindDelivery: Verb {
    package let endpoint: WebhookEndpoint.ID
    package let event: Event.ID

    /// For a delivery that was repeated by hand many times, the newest attempts are enough.
    package static let attemptsMax = 100

    package init(endpoint: WebhookEndpoint.ID, event: Event.ID) {
        self.endpoint = endpoint
        self.event = event
    }

    package func callAsFunction(
        in transaction: Transaction
    ) throws -> (record: DeliveryRecord, attempts: [DeliveryAttempt]) {
        _ = try FindEndpoint(endpoint: endpoint)(in: transaction)
        guard let row = try transaction.run(Delivery.find(event, to: endpoint)).first else {
            throw OutboxRefusal.deliveryNotFound
        }
        let attempts = try transaction.run(
            DeliveryAttempt.newest(FindDelivery.attemptsMax, of: event, to: endpoint))
        return (
            try DeliveryRecord(row: row),
            try attempts.reversed().map(DeliveryAttempt.init(row:))
        )
    }
}
