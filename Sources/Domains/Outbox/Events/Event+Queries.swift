import Merchants
import Postgres
import Vocabulary

extension Event {
    package static let stored = TableColumns<Event>(
        of: "events",
        [
            .key("merchant_id") { $0.id.merchant }, .key("event_id") { $0.id.uuid },
            TableColumn("type") { $0.type.rawValue }, TableColumn("object") { $0.object },
            TableColumn("sequence") { $0.sequence }, TableColumn("data") { RawJSON($0.data) },
            TableColumn("created_at") { $0.at },
        ])

    package var insert: Query { Event.stored.insert([self]) }

    /// The columns of an event joined as `v`. All but `merchant_id` have names that differ from
    /// those of other tables.
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
        guard let type = Kind(rawValue: type) else { throw StoredValueError(column: "type") }
        self.init(
            id: ID(merchant: try row.get("merchant_id"), uuid: try row.get("event")), type: type,
            object: try row.get("event_object"), sequence: try row.get("event_sequence"),
            data: try row.get("event_data"), at: try row.get("event_created_at"))
    }
}

extension Event {
    /// The position of an event in stored order: the transaction that wrote it, then its
    /// identifier.
    struct Position: Sendable {
        /// The transaction's number as text, because it may need 64 bits without a sign.
        let writtenBy: String
        let event: UUID128

        init(row: Row) throws {
            writtenBy = try row.get("written_by")
            event = try row.get("event_id")
        }
    }

    static func position(of id: ID) -> Query {
        """
        SELECT written_by::text AS written_by, event_id, \(horizon)::text AS horizon FROM events
        WHERE merchant_id = \(id.merchant) AND event_id = \(id.uuid)
        """
    }

    /// The frequent types, written as in the predicate of the other types' index.
    private static let frequent = Query(
        raw: Kind.allCases.filter { !$0.isRare }.map { "'\($0.rawValue)'" }
            .joined(separator: ", "))

    /// Keeps an event from being purged until the transaction ends.
    static func lockAgainstPurge(_ id: ID) -> Query {
        """
        SELECT true FROM events
        WHERE merchant_id = \(id.merchant) AND event_id = \(id.uuid) FOR KEY SHARE
        """
    }
}

extension Event: PlainListable {
    /// The events of a merchant in stored order.
    ///
    /// An event is listed only after all events before it. While an older transaction is open, it
    /// may still commit an earlier event, so later events wait. A caller that continues after the
    /// last event it has read therefore never misses one.
    package static func page(_ list: ListPage<Event>) -> Query {
        let filter = list.filter
        let order = order(list, as: "v")
        if let scan = scan(list), let type = filter.type {
            return """
                SELECT \(columns) FROM \(scan.rows) v WHERE v.type = \(type.rawValue)
                ORDER BY \(order) LIMIT \(Int64(list.limit))
                """
        }
        return """
            SELECT \(columns) FROM events v
            WHERE v.merchant_id = \(list.parent) AND \(pageCondition(list, as: "v"))
                \(filter.type.map { "AND v.type = \($0.rawValue)" as Query } ?? "")
                \(filter.type?.isRare == true ? "AND v.type NOT IN (\(frequent))" as Query : "")
                \(filter.object.map { "AND v.object = \($0)" as Query } ?? "")
            ORDER BY \(order) LIMIT \(Int64(list.limit))
            """
    }

    /// The events that a list of a frequent type scans.
    package static func scan(_ list: ListPage<Event>) -> PageScan? {
        guard let type = list.filter.type, !type.isRare, list.filter.object == nil else {
            return nil
        }
        return PageScan(
            "events", "event_id", order: order(list, as: "s"),
            where: "s.merchant_id = \(list.parent) AND \(pageCondition(list, as: "s"))")
    }

    package static let mayScan = true

    /// Finds the position of the last event of the page before. For a scan it also fixes the
    /// horizon, so that events that are stored between the page and the end of its scan change
    /// neither.
    package static func prepare(
        _ list: ListPage<Event>, on database: Database
    ) async throws -> ListPage<Event> {
        var list = list
        var horizonRow: Row?
        if let after = list.after {
            let rows = try await database.run(position(of: after), groupCommit: .reading)
            guard let row = rows.first else { throw OutboxRefusal.eventOfCursorNotFound }
            list.filter.position = try Position(row: row)
            horizonRow = row
        }
        if scan(list) != nil {
            if horizonRow == nil {
                horizonRow = try await database.run(
                    "SELECT \(horizon)::text AS horizon", groupCommit: .reading
                ).first
            }
            list.filter.horizon = try horizonRow?.get("horizon")
        }
        return list
    }

    private static func pageCondition(_ list: ListPage<Event>, as alias: Query) -> Query {
        let after: Query =
            if let position = list.filter.position {
                list.filter.isNewestFirst
                    ? "AND (\(alias).written_by, \(alias).event_id) < (\(position.writtenBy)::xid8, \(position.event))"
                    : "AND (\(alias).written_by, \(alias).event_id) > (\(position.writtenBy)::xid8, \(position.event))"
            } else {
                ""
            }
        let horizon = list.filter.horizon.map { "\($0)::xid8" as Query } ?? Event.horizon
        return "\(alias).written_by < \(horizon) \(after)"
    }

    private static func order(_ list: ListPage<Event>, as alias: Query) -> Query {
        list.filter.isNewestFirst
            ? "\(alias).written_by DESC, \(alias).event_id DESC"
            : "\(alias).written_by, \(alias).event_id"
    }

    /// The filter of a list of events, and its order.
    package struct Filter: Sendable {
        package var type: Kind?
        package var object: String?
        package var isNewestFirst = false
        /// The position after which the page begins.
        var position: Position?
        /// The list has the events below this number; nil for the horizon of each statement.
        var horizon: String?

        package init() {}
    }
}

// Retention: old events of all merchants are deleted.
extension Event {
    /// Selects those of the oldest stored events that are past their retention and have no pending
    /// delivery.
    ///
    /// It works in two steps, so that it reads no more than these rows if none of them is old
    /// enough.
    ///
    /// All merchants: every merchant's events expire.
    static func pastRetention(before moment: Instant, limit: Int) -> Query {
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

    static func delete(_ old: [ID]) -> Query {
        // All merchants: these are the rows that the statement above selected.
        """
        DELETE FROM events v USING \(rows(old))
        WHERE v.merchant_id = o.merchant_id AND v.event_id = o.event_id
        """
    }

    /// The events as rows of `o`.
    static func rows(_ events: [ID]) -> Query {
        """
        unnest(\(events.map(\.merchant.value)),
            \(Bind.uuids(events.map { ($0.uuid.high, $0.uuid.low) }))) AS o (merchant_id, event_id)
        """
    }
}

extension Event {
    /// Reads the events after a reader's cursor and moves the cursor behind them. Without a new
    /// event, it locks and writes nothing.
    ///
    /// All merchants: their events have one common order.
    static func readAfterCursor(_ reader: String, limit: Int) -> Query {
        """
        WITH place AS (
            SELECT c.written_by, c.event_id FROM outbox_cursors c
            WHERE c.reader = \(reader) AND \(isBehindCursor) AND \(isNumberedHere)
            FOR UPDATE OF c SKIP LOCKED),
        fresh AS (
            SELECT v.* FROM place p CROSS JOIN LATERAL (
                SELECT * FROM events
                WHERE (written_by, event_id) > (p.written_by, p.event_id)
                    AND written_by < \(horizon)
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

extension Event.Kind {
    /// False for the frequent types, those of payments, refunds and renewals: no index by type
    /// contains their events (sql/0041_events_by_seldom_type.sql).
    var isRare: Bool {
        switch self {
        case .checkoutAuthorized, .checkoutCaptured, .checkoutDeclined, .refundSucceeded,
            .balanceCredited, .balanceDebited, .balanceHeld, .balanceReleased, .balanceCaptured,
            .invoiceUpcoming, .invoicePaid:
            false
        default: true
        }
    }
}
