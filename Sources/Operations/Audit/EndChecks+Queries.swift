import Outbox
import Postgres

// Nothing stays under way for ever, nothing is under way twice, and what happened is told in order.

extension Audit {
    static let endChecks = [
        AuditCheck(
            "payments_come_to_an_end",
            "No attempt, capture or refund is under way for longer than its limit."
        ) { scope in
            let limit = scope.before(seconds: Limits.unfinishedSeconds)
            let pendingLimit = scope.before(seconds: Limits.pendingRefundSeconds)
            // All merchants: whoever's payment it is, it must come to an end.
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
            "one_live_attempt", "A checkout has one live attempt at most: nobody is charged twice."
        ) { scope in
            // All merchants: whoever's payment it is.
            """
            SELECT a.merchant_id, 'checkout', a.checkout_id, NULL,
                count(*) || ' live attempts', 'at most 1'
            FROM attempts a
            WHERE a.state IN ('started', 'unknown', 'authorized') AND \(scope.owns("a"))
            GROUP BY a.merchant_id, a.checkout_id HAVING count(*) > 1
            """
        },
        // Which events are forgotten is decided by their age and by who still has to hear of them, so
        // only among the younger ones is a missing number a fault; an hour is between.
        AuditCheck(
            "events_are_numbered",
            "The events of an object, as long as they are kept, are numbered without a gap."
        ) { scope in
            let kept = scope.before(seconds: PurgeEvents.keptDays * 86_400 - 3_600)
            // All merchants: every event is told to somebody.
            return """
                SELECT e.merchant_id, 'sum', NULL::uuid, 'events of ' || e.object,
                    count(*) || ' from ' || min(e.sequence) || ' to ' || max(e.sequence),
                    'each number once'
                FROM events e WHERE e.created_at >= \(kept) AND \(scope.owns("e"))
                GROUP BY e.merchant_id, e.object
                HAVING max(e.sequence) - min(e.sequence) + 1 <> count(*)
                    OR sum(e.sequence) * 2 <> count(*) * (min(e.sequence) + max(e.sequence))
                """
        },
    ]
}
