import Merchants
import Postgres
import Vocabulary

extension Event {
    package var insert: Query {
        """
        INSERT INTO events (merchant_id, event_id, type, object, sequence, data, created_at)
        VALUES (\(id.merchant), \(id.uuid), \(type.rawValue), \(object), \(Int64(sequence)),
            \(Bind.json(data)), \(at))
        """
    }

    /// The columns of an event that was joined as `v`, named apart from those beside them.
    package static let columns: Query = """
        v.merchant_id, v.event_id AS event, v.type AS event_type, v.object AS event_object,
        v.sequence AS event_sequence, v.data AS event_data, v.created_at AS event_created_at
        """

    package static func find(_ id: ID) -> Query {
        """
        SELECT \(columns) FROM events v
        WHERE v.merchant_id = \(id.merchant) AND v.event_id = \(id.uuid)
        """
    }

    package init(row: Row) throws {
        let type: String = try row.get("event_type")
        guard let type = Kind(rawValue: type) else { throw StoredOutboxError(column: "type") }
        self.init(
            id: ID(merchant: try row.get("merchant_id"), uuid: try row.get("event")), type: type,
            object: try row.get("event_object"), sequence: try row.get("event_sequence"),
            data: try row.get("event_data"), at: try row.get("event_created_at"))
    }
}

extension Event {
    /// Where an event stands in the order in which all were kept: by the transaction that wrote it.
    struct Place: Sendable {
        /// The transaction's number; a text, because it may have 64 bits without a sign.
        let writtenBy: String
        let event: UUID128

        init(row: Row) throws {
            writtenBy = try row.get("written_by")
            event = try row.get("event_id")
        }
    }

    static func place(of id: ID) -> Query {
        """
        SELECT written_by::text AS written_by, event_id FROM events
        WHERE merchant_id = \(id.merchant) AND event_id = \(id.uuid)
        """
    }

    static func page(_ list: ListEvents, after place: Place?) -> Query {
        """
        SELECT \(columns) FROM events v
        WHERE v.merchant_id = \(list.merchant)
            AND v.written_by < pg_snapshot_xmin(pg_current_snapshot())
            \(place.map { after($0, isNewestFirst: list.isNewestFirst) } ?? "")
            \(list.type.map { "AND v.type = \($0.rawValue)" as Query } ?? "")
            \(list.object.map { "AND v.object = \($0)" as Query } ?? "")
        \(list.isNewestFirst ? newestFirst : oldestFirst) LIMIT \(Int64(list.limit))
        """
    }

    private static let oldestFirst: Query = "ORDER BY v.written_by, v.event_id"
    private static let newestFirst: Query = "ORDER BY v.written_by DESC, v.event_id DESC"

    private static func after(_ place: Place, isNewestFirst: Bool) -> Query {
        isNewestFirst
            ? "AND (v.written_by, v.event_id) < (\(place.writtenBy)::xid8, \(place.event))"
            : "AND (v.written_by, v.event_id) > (\(place.writtenBy)::xid8, \(place.event))"
    }

    /// Keeps an event from being forgotten until the transaction ends.
    static func keep(_ id: ID) -> Query {
        """
        SELECT true FROM events
        WHERE merchant_id = \(id.merchant) AND event_id = \(id.uuid) FOR KEY SHARE
        """
    }
}

// What is old is forgotten, whoever's it is.
extension Event {
    /// Of the events that were kept first, those that may go: nobody waits for one any more.
    ///
    /// In two steps, so that it never looks at more of them when nothing is old. All merchants: time
    /// passes for everybody.
    static func outdated(before moment: Instant, limit: Int) -> Query {
        """
        WITH first AS MATERIALIZED (
            SELECT merchant_id, event_id, created_at FROM events
            ORDER BY written_by, event_id LIMIT \(Int64(limit)))
        SELECT v.merchant_id, v.event_id FROM first f
        JOIN events v ON v.merchant_id = f.merchant_id AND v.event_id = f.event_id
        WHERE f.created_at < \(moment)
            AND NOT EXISTS (
                SELECT FROM deliveries d WHERE d.merchant_id = v.merchant_id
                    AND d.event_id = v.event_id AND d.state = 'pending')
        FOR UPDATE OF v SKIP LOCKED
        """
    }

    static func forget(_ old: [ID]) -> Query {
        // All merchants: these are the rows that were found above.
        """
        DELETE FROM events v USING \(rows(old))
        WHERE v.merchant_id = o.merchant_id AND v.event_id = o.event_id
        """
    }

    /// As the rows of `o`.
    static func rows(_ events: [ID]) -> Query {
        """
        unnest(\(events.map(\.merchant.value)),
            \(Bind.uuids(events.map { ($0.uuid.high, $0.uuid.low) }))) AS o (merchant_id, event_id)
        """
    }
}

/// A stored value that this version of the server does not understand.
package struct StoredOutboxError: Error, Equatable {
    package let column: String
}

extension Event {
    /// The events beyond a reader's place, which is moved behind them. Nothing is locked or written
    /// when there is none.
    ///
    /// All merchants: their events stand in one order.
    static func readOn(_ reader: String, limit: Int) -> Query {
        """
        WITH place AS (
            SELECT c.written_by, c.event_id FROM outbox_cursors c
            WHERE c.reader = \(reader) AND EXISTS (
                SELECT FROM events v WHERE (v.written_by, v.event_id) > (c.written_by, c.event_id)
                    AND v.written_by < pg_snapshot_xmin(pg_current_snapshot()))
            FOR UPDATE OF c SKIP LOCKED),
        fresh AS (
            SELECT v.* FROM place p CROSS JOIN LATERAL (
                SELECT * FROM events
                WHERE (written_by, event_id) > (p.written_by, p.event_id)
                    AND written_by < pg_snapshot_xmin(pg_current_snapshot())
                ORDER BY written_by, event_id LIMIT \(Int64(limit))) v),
        moved AS (
            UPDATE outbox_cursors c SET written_by = l.written_by, event_id = l.event_id
            FROM (SELECT written_by, event_id FROM fresh
                ORDER BY written_by DESC, event_id DESC LIMIT 1) l
            WHERE c.reader = \(reader))
        SELECT \(columns) FROM fresh v ORDER BY v.written_by, v.event_id
        """
    }
}
