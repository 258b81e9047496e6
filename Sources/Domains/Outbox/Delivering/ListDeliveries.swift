import Merchants
import Postgres
import Vocabulary

/// Lists one page of an endpoint's deliveries, sent or pending, the newest events first.
package struct ListDeliveries: Sendable {
    package var endpoint: Endpoint.ID
    package var state: Delivery.State?
    package var before: UUID128?
    package var limit: Int

    package init(endpoint: Endpoint.ID, limit: Int) {
        self.endpoint = endpoint
        self.limit = limit
    }

    package func callAsFunction(in transaction: Transaction) throws -> Page<DeliveryRecord> {
        _ = try FindEndpoint(endpoint: endpoint)(in: transaction)
        return try transaction.page(
            Delivery.page(self), limit: limit, scanning: Delivery.scan(self),
            DeliveryRecord.init(row:))
    }
}

/// A delivery as the log shows it.
package struct DeliveryRecord: Sendable {
    package let delivery: Delivery
    /// The type of the event.
    package let type: Event.Kind
    package let lastAttempt: DeliveryAttempt?
}
