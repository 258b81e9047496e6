import Postgres

extension Event {
    /// All transactions that write events below this number have ended: no more such events will
    /// come.
    package static let horizon: Query = """
        (SELECT (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + n.shift)::text::xid8
        FROM outbox_numbering n WHERE n.is_single)
        """

    /// The next transaction's number; no visible event has it, except for restored ones.
    package static let ceiling: Query = """
        (SELECT (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + n.shift)::text::xid8
        FROM outbox_numbering n WHERE n.is_single)
        """

    /// The number of the newest event.
    ///
    /// Sorted, so that the planner uses the index. It assumes that a third of all events are above
    /// a number that it does not know, and would search the whole table for one: 2 s among 10
    /// million.
    ///
    /// All merchants: their events have one common order.
    static let newestNumber: Query = """
        (SELECT x.written_by FROM events x ORDER BY x.written_by DESC, x.event_id DESC LIMIT 1)
        """

    /// True if no event has a number above this cluster's. Readers wait while it is false, because
    /// they would skip events.
    static let isNumberedHere: Query = "coalesce(\(newestNumber) < \(ceiling), true)"

    /// True if a reader's cursor (alias `c`) is followed by an event that no open transaction can
    /// precede. Sorted for the same reason as `newestNumber`.
    ///
    /// All merchants: their events have one common order.
    static let isBehindCursor: Query = """
        (SELECT v.written_by FROM events v
        WHERE (v.written_by, v.event_id) > (c.written_by, c.event_id)
        ORDER BY v.written_by, v.event_id LIMIT 1) < \(horizon)
        """
}

// All merchants: all events have one common order.
extension EventNumbering {
    /// Managed databases may let only their operators read the cluster's identifier.
    static let mayReadCluster: Query =
        "SELECT has_function_privilege('pg_control_system()', 'EXECUTE') AS may_read"

    static let cluster: Query = "(SELECT system_identifier FROM pg_control_system())"
    static let unknownCluster: Query = "NULL::bigint"

    static func state(ofCluster cluster: Query) -> Query {
        // All merchants: all events have one common order.
        """
        SELECT NOT \(Event.isNumberedHere)
                OR EXISTS (SELECT FROM outbox_cursors c WHERE c.written_by >= \(Event.ceiling))
                AS is_ahead,
            \(cluster) IS NOT NULL AND n.cluster IS DISTINCT FROM \(cluster) AS is_restored
        FROM outbox_numbering n
        """
    }

    init(row: Row) throws {
        self.init(isAhead: try row.get("is_ahead"), isRestored: try row.get("is_restored"))
    }

    static let lock: Query = "SELECT shift FROM outbox_numbering FOR UPDATE"

    static func recordCluster(_ cluster: Query) -> Query {
        "UPDATE outbox_numbering SET cluster = coalesce(\(cluster), cluster)"
    }

    /// Selects events that this cluster wrote itself: their number is that of `xmin`, the
    /// transaction that wrote the row.
    ///
    /// In a restored table, all rows have the restoring transaction as `xmin`, but many numbers.
    private static func own(above shift: Int64) -> Query {
        // All merchants: all events have one common order.
        """
        SELECT v.merchant_id, v.event_id, v.written_by FROM events v
        WHERE v.written_by > \(String(shift))::xid8 AND v.written_by < \(Event.ceiling)
            AND v.xmin::text::bigint = ((v.written_by::text::bigint - \(shift)) & 4294967295)
            AND NOT EXISTS (
                SELECT FROM events o WHERE o.xmin = v.xmin AND o.written_by <> v.written_by)
        """
    }

    static func highestRestored(above shift: Int64) -> Query {
        // All merchants: all events have one common order.
        """
        SELECT greatest(\(shift),
            (SELECT v.written_by::text::bigint FROM events v
            WHERE NOT EXISTS (SELECT FROM (\(own(above: shift))) w
                WHERE w.merchant_id = v.merchant_id AND w.event_id = v.event_id)
            ORDER BY v.written_by DESC LIMIT 1),
            (SELECT max(c.written_by::text::bigint) FROM outbox_cursors c)) AS highest
        """
    }

    static func moveOwn(by more: Int64, above shift: Int64) -> Query {
        // All merchants: all events have one common order.
        """
        WITH moved AS (
            UPDATE events v
            SET written_by = (v.written_by::text::bigint + \(more))::text::xid8
            FROM (\(own(above: shift))) w
            WHERE w.merchant_id = v.merchant_id AND w.event_id = v.event_id
            RETURNING true)
        SELECT count(*) AS moved FROM moved
        """
    }

    static func store(_ shift: Int64) -> Query { "UPDATE outbox_numbering SET shift = \(shift)" }

    /// A column default takes no parameters, so the number is part of the text.
    static func numberEvents(by shift: Int64) -> Query {
        Query(
            raw: """
                ALTER TABLE events ALTER COLUMN written_by
                SET DEFAULT (pg_current_xact_id()::text::bigint + \(shift))::text::xid8
                """)
    }
}
