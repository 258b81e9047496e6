import Postgres

// Rules for checkouts, their attempts and their holds, which must agree about the same money.

extension Audit {
    static let paymentChecks = [
        AuditCheck(
            "captured_at_most_authorized",
            "Finished and pending captures together are at most the authorized amount."
        ) { scope in
            // All merchants: the rule holds for every merchant's payments.
            """
            SELECT t.merchant_id, t.subject, t.object, NULL,
                t.currency || ' ' || t.captured || ' and ' || t.capturing || ' under way',
                'together at most ' || t.currency || ' ' || t.authorized
            FROM (
                SELECT c.merchant_id, 'checkout' AS subject, c.checkout_id AS object, c.currency,
                    c.captured, c.capturing, c.authorized FROM checkouts c
                UNION ALL
                SELECT a.merchant_id, 'attempt', a.attempt_id, a.currency, a.captured, a.capturing,
                    a.approved FROM attempts a
                UNION ALL
                SELECT h.merchant_id, 'hold', h.hold_id, h.currency, h.captured, h.capturing,
                    h.amount FROM holds h) t
            WHERE (t.captured < 0 OR t.capturing < 0 OR t.captured + t.capturing > t.authorized)
                AND \(scope.owns("t"))
            """
        },
        AuditCheck(
            "refunded_at_most_captured",
            "Finished and pending refunds and disputes together are at most the captured amount."
        ) { scope in
            // All merchants: the rule holds for every merchant's payments.
            """
            SELECT t.merchant_id, t.subject, t.object, NULL,
                t.currency || ' ' || t.refunded || ', ' || t.refunding || ' under way, '
                    || t.disputed || ' disputed',
                'together at most ' || t.currency || ' ' || t.captured
            FROM (
                SELECT c.merchant_id, 'checkout' AS subject, c.checkout_id AS object, c.currency,
                    c.refunded, c.refunding, c.disputed, c.captured FROM checkouts c
                UNION ALL
                SELECT a.merchant_id, 'attempt', a.attempt_id, a.currency, a.refunded, a.refunding,
                    a.disputed, a.captured FROM attempts a
                UNION ALL
                SELECT h.merchant_id, 'hold', h.hold_id, h.currency, h.refunded, h.refunding, 0,
                    h.captured FROM holds h) t
            WHERE (t.refunded < 0 OR t.refunding < 0 OR t.disputed < 0
                    OR t.refunded + t.refunding + t.disputed > t.captured)
                AND \(scope.owns("t"))
            """
        },
        AuditCheck(
            "checkout_is_its_tenders",
            "A checkout's captured, refunded and disputed amounts equal those of its attempts and "
                + "holds, "
                + "and its authorized amount is what they can still capture."
        ) { scope in
            """
            WITH tenders AS (
                SELECT t.merchant_id, t.checkout_id, sum(t.authorized) AS authorized,
                    sum(t.captured) AS captured, sum(t.refunded) AS refunded,
                    sum(t.disputed) AS disputed
                FROM (
                    SELECT a.merchant_id, a.checkout_id, a.approved AS authorized, a.captured,
                        a.refunded, a.disputed
                    FROM attempts a WHERE a.state = 'authorized' OR a.captured > 0
                    UNION ALL
                    SELECT h.merchant_id, h.checkout_id,
                        CASE h.state WHEN 'active' THEN h.amount ELSE h.captured END,
                        h.captured, h.refunded, 0
                    FROM holds h WHERE h.checkout_id IS NOT NULL) t
                WHERE \(scope.owns("t")) GROUP BY t.merchant_id, t.checkout_id)
            SELECT c.merchant_id, 'checkout', c.checkout_id, v.label,
                c.currency || ' ' || v.found, c.currency || ' ' || v.expected
            FROM checkouts c LEFT JOIN tenders t ON t.merchant_id = c.merchant_id
                AND t.checkout_id = c.checkout_id
            CROSS JOIN LATERAL (VALUES
                -- After a void, the tenders are no longer authorized.
                ('authorized', c.authorized, CASE
                    WHEN c.state IN ('authorized', 'captured', 'refunded')
                    THEN greatest(t.authorized, c.authorized) ELSE c.authorized END),
                ('captured', c.captured, coalesce(t.captured, 0)),
                ('refunded', c.refunded, coalesce(t.refunded, 0)),
                ('disputed', c.disputed, coalesce(t.disputed, 0))) AS v (label, found, expected)
            WHERE v.found <> v.expected AND \(scope.owns("c"))
            """
        },
    ]
}
