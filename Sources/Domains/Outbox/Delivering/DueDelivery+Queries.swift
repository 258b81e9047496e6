import Merchants
import Postgres
import Vocabulary

extension DueDelivery {
    /// A worker's request for due deliveries.
    struct Claim: Sendable {
        let now: Instant
        /// The endpoint that was served last; the search starts behind it. Nil starts at the
        /// beginning.
        let after: WebhookEndpoint.ID?
        /// The number of requests that this worker is already sending to each endpoint.
        let sending: [WebhookEndpoint.ID: Int]
        let perEndpointMax: Int
        let limit: Int
    }

    /// Leases due deliveries, with a limit for each endpoint, so that a backlog of one endpoint
    /// does not block the others. A failing endpoint is sent one event at a time, and one that
    /// requested a pause is sent none before its end. Parallel workers skip each other's rows.
    ///
    /// The query finds the endpoints by jumping through the index from one to the next. It looks up
    /// the data of each delivery row by row (`OFFSET 0`): for a hundred rows, table scans are not
    /// worth it.
    ///
    /// All merchants: each event must arrive.
    static func claim(_ claim: Claim) -> Query {
        let busy = Array(claim.sending)
        let until = claim.now.adding(seconds: leaseSeconds)
        return """
            WITH RECURSIVE waiting AS (
                (SELECT d.merchant_id, d.endpoint_id FROM deliveries d
                WHERE d.state = 'pending' AND (d.merchant_id, d.endpoint_id)
                    > (\(claim.after?.merchant ?? MerchantNumber(0)),
                        \(claim.after?.uuid ?? .zero))
                ORDER BY d.merchant_id, d.endpoint_id LIMIT 1)
                UNION ALL
                SELECT n.merchant_id, n.endpoint_id FROM waiting w CROSS JOIN LATERAL (
                    SELECT d.merchant_id, d.endpoint_id FROM deliveries d
                    WHERE d.state = 'pending'
                        AND (d.merchant_id, d.endpoint_id) > (w.merchant_id, w.endpoint_id)
                    ORDER BY d.merchant_id, d.endpoint_id LIMIT 1) n
            ), due AS (
                SELECT n.merchant_id, n.endpoint_id, n.event_id
                FROM waiting w CROSS JOIN LATERAL (
                    SELECT d.merchant_id, d.endpoint_id, d.event_id FROM deliveries d
                    WHERE d.merchant_id = w.merchant_id AND d.endpoint_id = w.endpoint_id
                        AND d.state = 'pending' AND d.next_at <= \(claim.now)
                    ORDER BY d.next_at
                    LIMIT (SELECT greatest(0, CASE WHEN e.retry_after > \(claim.now) THEN 0
                            WHEN e.failing_since IS NULL
                            THEN \(claim.perEndpointMax) ELSE 1 END - coalesce(
                                (SELECT b.sending FROM unnest(\(busy.map(\.key.merchant.value)),
                                    \(Bind.uuids(busy.map { ($0.key.uuid.high, $0.key.uuid.low) })), \(busy.map { Int64($0.value) }))
                                    AS b (merchant_id, endpoint_id, sending)
                                WHERE b.merchant_id = w.merchant_id
                                    AND b.endpoint_id = w.endpoint_id), 0))
                        FROM webhook_endpoints e
                        WHERE e.merchant_id = w.merchant_id AND e.endpoint_id = w.endpoint_id)
                    FOR UPDATE SKIP LOCKED) n
                LIMIT \(claim.limit)
            ), leased AS (
                UPDATE deliveries d SET next_at = \(until) FROM due n
                WHERE d.merchant_id = n.merchant_id AND d.endpoint_id = n.endpoint_id
                    AND d.event_id = n.event_id
                RETURNING d.*
            )
            SELECT \(Delivery.columns), \(WebhookEndpoint.columns), \(Event.columns),
                (SELECT m.live FROM merchants m WHERE m.merchant_id = d.merchant_id) AS live
            FROM leased d
            CROSS JOIN LATERAL (
                SELECT * FROM webhook_endpoints x
                WHERE x.merchant_id = d.merchant_id AND x.endpoint_id = d.endpoint_id OFFSET 0) e
            CROSS JOIN LATERAL (
                SELECT * FROM events x
                WHERE x.merchant_id = d.merchant_id AND x.event_id = d.event_id OFFSET 0) v
            ORDER BY d.merchant_id, d.endpoint_id, v.created_at, d.event_id
            """
    }

    /// The row's endpoint, which can be read even if the rest of the row cannot.
    static func endpoint(of row: Row) throws -> WebhookEndpoint.ID {
        WebhookEndpoint.ID(
            merchant: try row.get("merchant_id"), uuid: try row.get("delivery_endpoint"))
    }

    init(row: Row) throws {
        self.init(
            delivery: try Delivery(row: row), endpoint: try WebhookEndpoint(row: row),
            event: try Event(row: row), live: try row.get("live"))
    }

    /// Drops the delivery without sending it.
    func drop(at now: Instant) -> Query {
        """
        UPDATE deliveries SET state = 'dropped', ended_at = \(now)
        WHERE merchant_id = \(endpoint.id.merchant) AND endpoint_id = \(endpoint.id.uuid)
            AND event_id = \(event.id.uuid) AND state = 'pending'
        """
    }

    /// Stores an attempt, and the new state of the delivery if it is still pending: a delivery that
    /// was delivered or dropped since then keeps its state.
    func record(
        _ attempt: DeliveryAttempt, state: Delivery.State, nextAt: Instant, endedAt: Instant?
    ) -> Query {
        """
        WITH updated AS (
            UPDATE deliveries SET attempts = attempts + 1,
                state = CASE WHEN state = 'pending' THEN \(state.rawValue) ELSE state END,
                next_at = CASE WHEN state = 'pending' THEN \(nextAt) ELSE next_at END,
                ended_at = CASE WHEN state = 'pending' THEN \(endedAt) ELSE ended_at END
            WHERE merchant_id = \(endpoint.id.merchant) AND endpoint_id = \(endpoint.id.uuid)
                AND event_id = \(event.id.uuid)
            RETURNING merchant_id, endpoint_id, event_id, attempts
        )
        INSERT INTO delivery_attempts (merchant_id, endpoint_id, event_id, number, at,
            milliseconds, status, failure)
        SELECT merchant_id, endpoint_id, event_id, attempts, \(attempt.at),
            \(Int64(attempt.milliseconds)), \(attempt.status.map(Int64.init)),
            \(attempt.failure)
        FROM updated
        """
    }
}
