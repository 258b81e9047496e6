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
            WITH alive AS (
                -- An increment in progress is not authorized yet, so it cannot be reserved.
                SELECT c.*, c.state = 'succeeded' AS is_done,
                    CASE c.state WHEN 'succeeded' THEN 0 ELSE c.increment END AS raise
                FROM captures c WHERE c.state <> 'failed' AND \(scope.owns("c"))),
            parts AS (
                SELECT a.merchant_id, 'checkout' AS subject, a.checkout_id AS object, a.is_done,
                    a.amount - a.raise AS amount FROM alive a
                UNION ALL
                SELECT a.merchant_id, 'attempt', a.attempt_id, a.is_done, a.card - a.raise
                FROM alive a WHERE a.attempt_id IS NOT NULL
                UNION ALL
                SELECT a.merchant_id, 'hold', u.id, a.is_done, u.amount
                FROM alive a CROSS JOIN LATERAL unnest(a.hold_ids, a.hold_amounts) u (id, amount)),
            stored AS (
                SELECT c.merchant_id, 'checkout' AS subject, c.checkout_id AS object, c.currency,
                    c.captured AS done, c.capturing AS doing FROM checkouts c
                UNION ALL
                SELECT a.merchant_id, 'attempt', a.attempt_id, a.currency, a.captured, a.capturing
                FROM attempts a
                UNION ALL
                SELECT h.merchant_id, 'hold', h.hold_id, h.currency, h.captured, h.capturing
                FROM holds h WHERE h.checkout_id IS NOT NULL)
            \(compared(scope, done: "captured", doing: "being captured"))
            """
        },
        AuditCheck(
            "refunded_is_its_refunds",
            "All refunded and pending amounts equal the sums of the refunds."
        ) { scope in
            // All merchants: the rule holds for every merchant's payments.
            """
            WITH alive AS (
                SELECT r.*, r.state = 'succeeded' AS is_done
                FROM refunds r WHERE r.state <> 'failed' AND \(scope.owns("r"))),
            parts AS (
                SELECT a.merchant_id, 'checkout' AS subject, a.checkout_id AS object, a.is_done,
                    a.amount FROM alive a
                UNION ALL
                SELECT a.merchant_id, 'attempt', a.attempt_id, a.is_done, a.card
                FROM alive a WHERE a.attempt_id IS NOT NULL
                UNION ALL
                SELECT a.merchant_id, 'hold', u.id, a.is_done, u.amount
                FROM alive a CROSS JOIN LATERAL unnest(a.hold_ids, a.hold_amounts) u (id, amount)),
            stored AS (
                SELECT c.merchant_id, 'checkout' AS subject, c.checkout_id AS object, c.currency,
                    c.refunded AS done, c.refunding AS doing FROM checkouts c
                UNION ALL
                SELECT a.merchant_id, 'attempt', a.attempt_id, a.currency, a.refunded, a.refunding
                FROM attempts a
                UNION ALL
                SELECT h.merchant_id, 'hold', h.hold_id, h.currency, h.refunded, h.refunding
                FROM holds h WHERE h.checkout_id IS NOT NULL)
            \(compared(scope, done: "refunded", doing: "being refunded"))
            """
        },
        AuditCheck(
            "disputed_is_its_disputes",
            "The disputed amount equals the sum of the open and lost disputes."
        ) { scope in
            // All merchants: the rule holds for every merchant's payments.
            """
            WITH alive AS (
                SELECT d.* FROM disputes d
                WHERE d.state <> 'won' AND d.taken > 0 AND \(scope.owns("d"))),
            parts AS (
                SELECT a.merchant_id, 'checkout' AS subject, a.checkout_id AS object,
                    true AS is_done, a.taken AS amount FROM alive a
                UNION ALL
                SELECT a.merchant_id, 'attempt', a.attempt_id, true, a.taken FROM alive a),
            stored AS (
                SELECT c.merchant_id, 'checkout' AS subject, c.checkout_id AS object, c.currency,
                    c.disputed AS done, 0 AS doing FROM checkouts c
                UNION ALL
                SELECT a.merchant_id, 'attempt', a.attempt_id, a.currency, a.disputed, 0
                FROM attempts a)
            \(compared(scope, done: "disputed", doing: "being disputed"))
            """
        },
        AuditCheck(
            "disputes_take_what_is_left",
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
    private static func compared(_ scope: AuditScope, done: Query, doing: Query) -> Query {
        """
        , sums AS (
            SELECT p.merchant_id, p.subject, p.object,
                coalesce(sum(p.amount) FILTER (WHERE p.is_done), 0) AS done,
                coalesce(sum(p.amount) FILTER (WHERE NOT p.is_done), 0) AS doing
            FROM parts p GROUP BY p.merchant_id, p.subject, p.object)
        SELECT s.merchant_id, s.subject, s.object, v.label,
            s.currency || ' ' || v.found, s.currency || ' ' || v.wanted
        FROM stored s LEFT JOIN sums ON sums.merchant_id = s.merchant_id
            AND sums.subject = s.subject AND sums.object = s.object
        CROSS JOIN LATERAL (VALUES
            ('\(done)', s.done, coalesce(sums.done, 0)),
            ('\(doing)', s.doing, coalesce(sums.doing, 0))) AS v (label, found, wanted)
        WHERE v.found <> v.wanted AND \(scope.owns("s"))
        """
    }
}
