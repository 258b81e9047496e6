import Postgres

// Rules for shared orders: the choices, what each participant owes, and the checkouts that paid it.

extension Audit {
    static let sharedChecks = [
        AuditCheck(
            "shared_order_is_its_choices",
            "The counts and totals of a shared order and its participants match its placed choices."
        ) { scope in
            // All merchants: the rule holds for every merchant's orders.
            """
            WITH placed AS (
                SELECT c.merchant_id, c.shared_order_id, c.participant, count(*) AS choices,
                    sum(c.unit_price * c.quantity) AS total
                FROM shared_choices c WHERE c.state = 'placed' AND \(scope.owns("c"))
                GROUP BY c.merchant_id, c.shared_order_id, GROUPING SETS ((), (c.participant)))
            SELECT n.merchant_id, 'shared_order', n.shared_order_id, n.label,
                n.choices || ' choices for ' || n.total,
                coalesce(p.choices, 0) || ' choices for ' || coalesce(p.total, 0)
            FROM (
                SELECT o.merchant_id, o.shared_order_id, NULL::integer AS participant,
                    NULL AS label, o.choices, o.total
                FROM shared_orders o WHERE \(scope.owns("o"))
                UNION ALL
                SELECT s.merchant_id, s.shared_order_id, s.participant,
                    'participant ' || s.participant, s.choices, s.total
                FROM shared_participants s WHERE \(scope.owns("s"))) n
            LEFT JOIN placed p ON p.merchant_id = n.merchant_id
                AND p.shared_order_id = n.shared_order_id
                AND p.participant IS NOT DISTINCT FROM n.participant
            WHERE (n.choices, n.total) <> (coalesce(p.choices, 0), coalesce(p.total, 0))
            """
        },
        AuditCheck(
            "shares_equal_the_locked_total",
            "The shares of a shared order sum to its total at the time when it was locked."
        ) { scope in
            // All merchants: the rule holds for every merchant's orders.
            """
            SELECT s.merchant_id, 'shared_order', s.shared_order_id, NULL,
                coalesce(sum(s.amount) FILTER (WHERE s.state <> 'let_go'), 0)::text,
                coalesce(sum(s.amount) FILTER (WHERE NOT s.is_rest), 0)::text
            FROM shared_orders o JOIN shared_shares s ON s.merchant_id = o.merchant_id
                AND s.shared_order_id = o.shared_order_id AND s.round = o.round
            WHERE o.state IN ('locked', 'paid') AND \(scope.owns("o"))
            GROUP BY s.merchant_id, s.shared_order_id
            HAVING sum(s.amount) FILTER (WHERE s.state <> 'let_go')
                IS DISTINCT FROM sum(s.amount) FILTER (WHERE NOT s.is_rest)
            """
        },
        AuditCheck(
            "share_is_its_checkout",
            "A captured share is paid by its checkout, and a released share holds no money."
        ) { scope in
            // All merchants: the rule holds for every merchant's orders.
            """
            SELECT s.merchant_id, 'shared_order', s.shared_order_id,
                'share ' || s.round || '.' || s.share, s.state || ' ' || s.amount,
                coalesce(c.state || ' ' || c.authorized, 'a checkout that pays it')
            FROM shared_shares s
            JOIN shared_orders o ON o.merchant_id = s.merchant_id
                AND o.shared_order_id = s.shared_order_id
            LEFT JOIN checkouts c ON c.merchant_id = s.merchant_id
                AND c.checkout_id = s.checkout_id
            WHERE \(scope.owns("s")) AND CASE s.state
                WHEN 'captured' THEN c.state IS NULL OR c.state NOT IN ('captured', 'refunded')
                    OR c.authorized <> s.amount
                WHEN 'let_go' THEN c.state IN ('authorized', 'captured')
                WHEN 'due' THEN o.state = 'paid' AND s.round = o.round
                WHEN 'authorized' THEN o.state = 'paid' AND s.round = o.round
                ELSE false END
            """
        },
    ]
}
