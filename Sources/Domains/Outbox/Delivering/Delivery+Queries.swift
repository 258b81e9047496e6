import Merchants
import Postgres
import Vocabulary

extension Delivery {
    /// The columns of a delivery joined as `d`, with names that differ from those of other tables.
    package static let columns: Query = """
        d.merchant_id, d.endpoint_id AS delivery_endpoint, d.event_id AS delivery_event,
        d.state AS delivery_state, d.attempts AS delivery_attempts,
        d.next_at AS delivery_next_at, d.created_at AS delivery_created_at,
        d.ended_at AS delivery_ended_at
        """

    package init(row: Row) throws {
        let merchant: MerchantNumber = try row.get("merchant_id")
        let state: String = try row.get("delivery_state")
        guard let state = State(rawValue: state) else { throw StoredValueError(column: "state") }
        self.init(
            endpoint: WebhookEndpoint.ID(
                merchant: merchant, uuid: try row.get("delivery_endpoint")),
            event: Event.ID(merchant: merchant, uuid: try row.get("delivery_event")), state: state,
            attempts: try row.get("delivery_attempts"), nextAt: try row.get("delivery_next_at"),
            createdAt: try row.get("delivery_created_at"),
            endedAt: try row.get("delivery_ended_at"))
    }

    /// Drops all pending deliveries to an endpoint that was disabled or deleted.
    ///
    /// A delivery that another transaction inserts at the same time is dropped when it is due.
    package static func dropPending(to endpoint: WebhookEndpoint.ID, at now: Instant) -> Query {
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

extension Delivery {
    /// A delivery `d` with the type of its event and its last attempt.
    private static let record = record(from: "deliveries")

    fileprivate static func record(from table: Query) -> Query {
        """
        SELECT \(columns), v.type AS event_type, a.number, a.at, a.milliseconds, a.status, a.failure
        FROM \(table) d
        JOIN events v ON v.merchant_id = d.merchant_id AND v.event_id = d.event_id
        LEFT JOIN LATERAL (
            SELECT * FROM delivery_attempts t
            WHERE t.merchant_id = d.merchant_id AND t.endpoint_id = d.endpoint_id
                AND t.event_id = d.event_id
            ORDER BY t.number DESC LIMIT 1) a ON true
        """
    }

    static func find(_ event: Event.ID, to endpoint: WebhookEndpoint.ID) -> Query {
        """
        \(record) WHERE d.merchant_id = \(endpoint.merchant) AND d.endpoint_id = \(endpoint.uuid)
            AND d.event_id = \(event.uuid)
        """
    }

    /// Makes a delivery due now, and creates it if necessary.
    static func redeliver(_ event: Event.ID, to endpoint: WebhookEndpoint.ID, at now: Instant)
        -> Query
    {
        """
        INSERT INTO deliveries (merchant_id, endpoint_id, event_id, state, next_at, created_at)
        VALUES (\(endpoint.merchant), \(endpoint.uuid), \(event.uuid), 'pending', \(now), \(now))
        ON CONFLICT (merchant_id, endpoint_id, event_id)
            DO UPDATE SET state = 'pending', next_at = excluded.next_at, ended_at = NULL
        """
    }

    /// Creates deliveries for new events, in one statement because it runs all day. It reads the
    /// cursor and locks it only if a newer event exists, so that a run without new events writes
    /// nothing.
    ///
    /// All merchants: their events have one common order.
    static func fanOut(limit: Int, at now: Instant) -> Query {
        """
        WITH place AS (
            SELECT c.written_by, c.event_id FROM outbox_cursors c
            WHERE c.reader = 'webhooks' AND \(Event.isBehindCursor)
                AND \(Event.isNumberedHere)
            FOR UPDATE OF c SKIP LOCKED),
        new_events AS (
            SELECT v.* FROM place p CROSS JOIN LATERAL (
                SELECT merchant_id, event_id, type, written_by FROM events
                WHERE (written_by, event_id) > (p.written_by, p.event_id)
                    AND written_by < \(Event.horizon)
                ORDER BY written_by, event_id LIMIT \(Int64(limit))) v),
        inserted AS (
            INSERT INTO deliveries
                (merchant_id, endpoint_id, event_id, state, next_at, created_at)
            SELECT f.merchant_id, e.endpoint_id, f.event_id, 'pending', \(now), \(now)
            FROM new_events f JOIN webhook_endpoints e ON e.merchant_id = f.merchant_id
            WHERE e.deleted_at IS NULL AND e.disabled_at IS NULL
                AND (e.event_types IS NULL OR f.type = ANY (e.event_types))
            ON CONFLICT DO NOTHING),
        moved AS (
            UPDATE outbox_cursors c SET written_by = l.written_by, event_id = l.event_id
            FROM (SELECT written_by, event_id FROM new_events
                ORDER BY written_by DESC, event_id DESC LIMIT 1) l
            WHERE c.reader = 'webhooks')
        SELECT count(*) AS events FROM new_events
        """
    }

    static func delete(of events: [Event.ID]) -> Query {
        // All merchants: every merchant's events expire.
        """
        DELETE FROM deliveries d USING \(Event.rows(events))
        WHERE d.merchant_id = o.merchant_id AND d.event_id = o.event_id
        """
    }
}

extension DeliveryAttempt {
    static func newest(_ limit: Int, of event: Event.ID, to endpoint: WebhookEndpoint.ID) -> Query {
        """
        SELECT number, at, milliseconds, status, failure FROM delivery_attempts
        WHERE merchant_id = \(endpoint.merchant) AND endpoint_id = \(endpoint.uuid)
            AND event_id = \(event.uuid)
        ORDER BY number DESC LIMIT \(Int64(limit))
        """
    }

    static func delete(of events: [Event.ID]) -> Query {
        // All merchants: every merchant's events expire.
        """
        DELETE FROM delivery_attempts a USING deliveries d, \(Event.rows(events))
        WHERE d.merchant_id = o.merchant_id AND d.event_id = o.event_id
            AND a.merchant_id = d.merchant_id AND a.endpoint_id = d.endpoint_id
            AND a.event_id = d.event_id
        """
    }
}

extension DeliveryRecord: PlainListable {
    package typealias Parent = WebhookEndpoint.ID

    package static func prepare(
        _ list: ListPage<DeliveryRecord>, on database: Database
    ) async throws -> ListPage<DeliveryRecord> {
        let find = FindEndpoint(endpoint: list.parent)
        _ = try await database.transaction { try find(in: $0) }
        return list
    }

    /// The deliveries to an endpoint, sent or pending, the newest events first.
    package static func page(_ list: ListPage<DeliveryRecord>) -> Query {
        """
        \(Delivery.record(from: scan(list)?.rows ?? "deliveries"))
        WHERE d.merchant_id = \(list.parent.merchant) AND d.endpoint_id = \(list.parent.uuid)
            AND d.event_id < \(list.after?.uuid ?? .last)
            \(list.filter.state.map { "AND d.state = \($0.rawValue)" as Query } ?? "")
        ORDER BY d.event_id DESC LIMIT \(Int64(list.limit))
        """
    }

    /// Nil for a list without a filter.
    package static func scan(_ list: ListPage<DeliveryRecord>) -> PageScan? {
        guard list.filter.state != nil else { return nil }
        return PageScan(
            "deliveries", "event_id", order: "s.event_id DESC",
            where: """
                s.merchant_id = \(list.parent.merchant) AND s.endpoint_id = \(list.parent.uuid)
                AND s.event_id < \(list.after?.uuid ?? .last)
                """)
    }

    package static let mayScan = true

    package init(row: Row) throws {
        let type: String = try row.get("event_type")
        guard let type = Event.Kind(rawValue: type) else {
            throw StoredValueError(column: "type")
        }
        let number: Int? = try row.get("number")
        self.init(
            delivery: try Delivery(row: row), type: type,
            lastAttempt: try number.map { _ in try DeliveryAttempt(row: row) })
    }
}
