import Merchants
import Postgres
import Vocabulary

extension Delivery {
    /// The columns of a delivery that was joined as `d`, named apart from those beside them.
    package static let columns: Query = """
        d.merchant_id, d.endpoint_id AS delivery_endpoint, d.event_id AS delivery_event,
        d.state AS delivery_state, d.attempts AS delivery_attempts,
        d.next_at AS delivery_next_at, d.created_at AS delivery_created_at,
        d.ended_at AS delivery_ended_at
        """

    package init(row: Row) throws {
        let merchant: MerchantNumber = try row.get("merchant_id")
        let state: String = try row.get("delivery_state")
        guard let state = State(rawValue: state) else { throw StoredOutboxError(column: "state") }
        self.init(
            endpoint: Endpoint.ID(merchant: merchant, uuid: try row.get("delivery_endpoint")),
            event: Event.ID(merchant: merchant, uuid: try row.get("delivery_event")), state: state,
            attempts: try row.get("delivery_attempts"), nextAt: try row.get("delivery_next_at"),
            createdAt: try row.get("delivery_created_at"),
            endedAt: try row.get("delivery_ended_at"))
    }

    /// Gives up what is on its way to an endpoint that nobody shall reach any more.
    ///
    /// What is made at this very moment is dropped when it is due.
    package static func dropPending(to endpoint: Endpoint.ID, at now: Instant) -> Query {
        """
        UPDATE deliveries SET state = 'dropped', ended_at = \(now)
        WHERE merchant_id = \(endpoint.merchant) AND endpoint_id = \(endpoint.uuid)
            AND state = 'pending'
        """
    }
}

extension DeliveryAttempt {
    package init(row: Row) throws {
        let status: Int64? = try row.get("status")
        self.init(
            number: try row.get("number"), at: try row.get("at"),
            milliseconds: try row.get("milliseconds"), status: status.map(Int.init),
            failure: try row.get("failure"))
    }
}
