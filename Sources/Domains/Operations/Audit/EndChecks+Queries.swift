import Outbox
import Postgres

// Rules for progress: every operation ends, none runs twice, and events keep their order.

extension Audit {
    static let endChecks = [
        AuditCheck(
            "operations_end_in_time",
            "No attempt, capture or refund is in progress for longer than its limit."
        ) { scope in
            let limit = scope.before(seconds: Limits.unfinishedSeconds)
            let pendingLimit = scope.before(seconds: Limits.pendingRefundSeconds)
            // All merchants: each payment must come to an end.
            return """
                SELECT t.merchant_id, t.subject, t.object, NULL,
                    t.state || ' since ' || to_char(t.started_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
                    'ended'
                FROM (
                    SELECT a.merchant_id, 'attempt' AS subject, a.attempt_id AS object, a.state,
                        a.started_at FROM attempts a
                    WHERE a.state IN ('started', 'unknown') AND a.started_at < \(limit)
                    UNION ALL
                    SELECT a.merchant_id, 'attempt', a.attempt_id, a.state, c.changed_at
                    FROM attempts a JOIN checkouts c ON c.merchant_id = a.merchant_id
                        AND c.checkout_id = a.checkout_id
                    WHERE a.state = 'voiding' AND c.changed_at < \(limit)
                    UNION ALL
                    SELECT c.merchant_id, 'capture', c.capture_id, c.state, c.started_at
                    FROM captures c
                    WHERE c.state IN ('started', 'unknown') AND c.started_at < \(limit)
                    UNION ALL
                    SELECT r.merchant_id, 'refund', r.refund_id, r.state, r.started_at
                    FROM refunds r
                    WHERE r.state IN ('started', 'unknown') AND r.started_at < \(limit)
                        OR r.state = 'pending' AND r.started_at < \(pendingLimit)) t
                WHERE \(scope.owns("t"))
                """
        },
        AuditCheck(
            "one_live_attempt",
            "A checkout has at most one live payment attempt, so no buyer is charged twice."
        ) { scope in
            // All merchants: the rule holds for every payment.
            """
            SELECT a.merchant_id, 'checkout', a.checkout_id, NULL,
                count(*) || ' live attempts', 'at most 1'
            FROM attempts a
            WHERE a.state IN ('started', 'unknown', 'authorized') AND \(scope.owns("a"))
            GROUP BY a.merchant_id, a.checkout_id HAVING count(*) > 1
            """
        },
        // The purge of old events depends on their age and on pending deliveries, so a missing
        // number is a fault only among younger events; the check leaves a margin of an hour.
        AuditCheck(
            "events_are_numbered",
            "The stored events of an object are numbered without gaps."
        ) { scope in
            let retentionStart = scope.before(seconds: PurgeEvents.retentionDays * 86_400 - 3_600)
            // All merchants: every merchant's events are delivered.
            return """
                SELECT e.merchant_id, 'sum', NULL::uuid, 'events of ' || e.object,
                    count(*) || ' from ' || min(e.sequence) || ' to ' || max(e.sequence),
                    'each number once'
                FROM events e WHERE e.created_at >= \(retentionStart) AND \(scope.owns("e"))
                GROUP BY e.merchant_id, e.object
                HAVING max(e.sequence) - min(e.sequence) + 1 <> count(*)
                    OR sum(e.sequence) * 2 <> count(*) * (min(e.sequence) + max(e.sequence))
                """
        },
        AuditCheck(
            "events_are_numbered_here",
            "Events and their readers have transaction numbers of this cluster, not of a restored "
                + "one."
        ) { scope in
            // All merchants: a reader that has stopped delivers to none of them.
            """
            SELECT v.merchant_id, 'sum', NULL::uuid, 'events',
                count(*) || ' up to transaction ' || max(v.written_by::text::bigint),
                'below the next transaction'
            FROM events v WHERE v.written_by >= \(Event.ceiling) AND \(scope.owns("v"))
            GROUP BY v.merchant_id
            UNION ALL
            SELECT m.merchant_id, 'sum', NULL::uuid, 'events read by ' || c.reader,
                'up to transaction ' || c.written_by, 'below the next transaction'
            FROM outbox_cursors c CROSS JOIN merchants m
            WHERE c.written_by >= \(Event.ceiling) AND \(scope.owns("m"))
            """
        },
    ]
}
