import Postgres

// Rules for captures, refunds and disputes: their sums are the amounts that checkouts, attempts and
// holds store, including what calls in progress have reserved.

extension Audit {
    static let operationChecks = [
        AuditCheck(
            "captured_is_its_captures",
            "All captured and pending amounts equal the sums of the captures."
        ) { scope in
            // All merchants: the rule holds for every merchant's payments.
            """
            WITH operations AS (
                -- An increment in progress is not authorized yet, so it cannot be reserved.
                SELECT c.*, c.state = 'succeeded' AS is_finished,
                    CASE c.state WHEN 'succeeded' THEN 0 ELSE c.increment END AS raise
                FROM captures c WHERE c.state <> 'failed' AND \(scope.owns("c"))),
            parts AS (
                SELECT a.merchant_id, 'checkout' AS subject, a.checkout_id AS object, a.is_finished,
                    a.amount - a.raise AS amount FROM operations a
                UNION ALL
                SELECT a.merchant_id, 'attempt', a.attempt_id, a.is_finished, a.card - a.raise
                FROM operations a WHERE a.attempt_id IS NOT NULL
                UNION ALL
                SELECT a.merchant_id, 'hold', u.id, a.is_finished, u.amount
                FROM operations a
                CROSS JOIN LATERAL unnest(a.hold_ids, a.hold_amounts) u (id, amount)),
            stored AS (
                SELECT c.merchant_id, 'checkout' AS subject, c.checkout_id AS object, c.currency,
                    c.captured AS finished, c.capturing AS pending FROM checkouts c
                UNION ALL
                SELECT a.merchant_id, 'attempt', a.attempt_id, a.currency, a.captured, a.capturing
                FROM attempts a
                UNION ALL
                SELECT h.merchant_id, 'hold', h.hold_id, h.currency, h.captured, h.capturing
                FROM holds h WHERE h.checkout_id IS NOT NULL)
            \(compared(scope, finished: "captured", pending: "being captured"))
            """
        },
        AuditCheck(
            "refunded_is_its_refunds",
            "All refunded and pending amounts equal the sums of the refunds."
        ) { scope in
            // All merchants: the rule holds for every merchant's payments.
            """
            WITH operations AS (
                SELECT r.*, r.state = 'succeeded' AS is_finished
                FROM refunds r WHERE r.state <> 'failed' AND \(scope.owns("r"))),
            parts AS (
                SELECT a.merchant_id, 'checkout' AS subject, a.checkout_id AS object, a.is_finished,
                    a.amount FROM operations a
                UNION ALL
                SELECT a.merchant_id, 'attempt', a.attempt_id, a.is_finished, a.card
                FROM operations a WHERE a.attempt_id IS NOT NULL
                UNION ALL
                SELECT a.merchant_id, 'hold', u.id, a.is_finished, u.amount
                FROM operations a
                CROSS JOIN LATERAL unnest(a.hold_ids, a.hold_amounts) u (id, amount)),
            stored AS (
                SELECT c.merchant_id, 'checkout' AS subject, c.checkout_id AS object, c.currency,
                    c.refunded AS finished, c.refunding AS pending FROM checkouts c
                UNION ALL
                SELECT a.merchant_id, 'attempt', a.attempt_id, a.currency, a.refunded, a.refunding
                FROM attempts a
                UNION ALL
                SELECT h.merchant_id, 'hold', h.hold_id, h.currency, h.refunded, h.refunding
                FROM holds h WHERE h.checkout_id IS NOT NULL)
            \(compared(scope, finished: "refunded", pending: "being refunded"))
            """
        },
        AuditCheck(
            "disputed_is_its_disputes",
            "The disputed amount equals the sum of the open and lost disputes."
        ) { scope in
            // All merchants: the rule holds for every merchant's payments.
            """
            WITH operations AS (
                SELECT d.* FROM disputes d
                WHERE d.state <> 'won' AND d.taken > 0 AND \(scope.owns("d"))),
            parts AS (
                SELECT a.merchant_id, 'checkout' AS subject, a.checkout_id AS object,
                    true AS is_finished, a.taken AS amount FROM operations a
                UNION ALL
                SELECT a.merchant_id, 'attempt', a.attempt_id, true, a.taken FROM operations a),
            stored AS (
                SELECT c.merchant_id, 'checkout' AS subject, c.checkout_id AS object, c.currency,
                    c.disputed AS finished, 0 AS pending FROM checkouts c
                UNION ALL
                SELECT a.merchant_id, 'attempt', a.attempt_id, a.currency, a.disputed, 0
                FROM attempts a)
            \(compared(scope, finished: "disputed", pending: "being disputed"))
            """
        },
        AuditCheck(
            "disputes_take_all_that_is_left",
            "An open or lost dispute has withdrawn its amount, up to what was left of the charge."
        ) { scope in
            """
            SELECT d.merchant_id, 'dispute', d.dispute_id, NULL,
                d.currency || ' ' || d.taken + d.uncovered || ' taken',
                d.currency || ' ' || least(d.amount, d.taken + d.uncovered + a.captured
                    - a.refunded - a.refunding - a.disputed) || ' taken'
            FROM disputes d JOIN attempts a ON a.merchant_id = d.merchant_id
                AND a.attempt_id = d.attempt_id AND a.currency = d.currency
            WHERE d.state <> 'won' AND d.taken + d.uncovered < d.amount
                AND a.captured > a.refunded + a.refunding + a.disputed AND \(scope.owns("d"))
            """
        },
    ]

    /// Compares the stored amounts with the sums of their parts.
    private static func compared(_ scope: AuditScope, finished: Query, pending: Query) -> Query {
        """
        , sums AS (
            SELECT p.merchant_id, p.subject, p.object,
                coalesce(sum(p.amount) FILTER (WHERE p.is_finished), 0) AS finished,
                coalesce(sum(p.amount) FILTER (WHERE NOT p.is_finished), 0) AS pending
            FROM parts p GROUP BY p.merchant_id, p.subject, p.object)
        SELECT s.merchant_id, s.subject, s.object, v.label,
            s.currency || ' ' || v.found, s.currency || ' ' || v.expected
        FROM stored s LEFT JOIN sums ON sums.merchant_id = s.merchant_id
            AND sums.subject = s.subject AND sums.object = s.object
        CROSS JOIN LATERAL (VALUES
            ('\(finished)', s.finished, coalesce(sums.finished, 0)),
            ('\(pending)', s.pending, coalesce(sums.pending, 0))) AS v (label, found, expected)
        WHERE v.found <> v.expected AND \(scope.owns("s"))
        """
    }
}
