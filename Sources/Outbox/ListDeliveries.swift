import Postgres
import Vocabulary

/// A page of what was sent to an endpoint, or is to be, the newest events first.
package struct ListDeliveries: Sendable {
    package var endpoint: Endpoint.ID
    package var state: Delivery.State?
    package var before: UUID128?
    package var limit: Int

    package init(endpoint: Endpoint.ID, limit: Int) {
        self.endpoint = endpoint
        self.limit = limit
    }

    package func callAsFunction(in transaction: Transaction) throws -> [DeliveryRecord] {
        _ = try FindEndpoint(endpoint: endpoint)(in: transaction)
        return try transaction.run(Delivery.page(self)).map(DeliveryRecord.init(row:))
    }
}

/// A delivery as its log shows it.
package struct DeliveryRecord: Sendable {
    package let delivery: Delivery
    /// The event's.
    package let type: Event.Kind
    package let lastAttempt: DeliveryAttempt?
}
