import Postgres

// Rules for holds on balances.

extension Audit {
    static let holdChecks = [
        AuditCheck(
            "held_is_its_holds", "A balance's held amount equals the sum of its active holds."
        ) { scope in
            """
            WITH active_holds AS (
                SELECT h.merchant_id, h.balance_id, h.currency, sum(h.amount - h.captured) AS held
                FROM holds h WHERE h.state = 'active' AND \(scope.owns("h"))
                GROUP BY h.merchant_id, h.balance_id, h.currency),
            stored AS (SELECT * FROM balances b WHERE \(scope.owns("b")))
            SELECT coalesce(s.merchant_id, p.merchant_id), 'balance',
                coalesce(s.balance_id, p.balance_id), NULL,
                coalesce(s.currency || ' ' || s.held || ' held', 'no such balance'),
                coalesce(s.currency, p.currency) || ' ' || coalesce(p.held, 0) || ' held'
            FROM stored s FULL JOIN active_holds p ON p.merchant_id = s.merchant_id
                AND p.balance_id = s.balance_id AND p.currency = s.currency
            WHERE s.held IS DISTINCT FROM coalesce(p.held, 0)
            """
        },
        AuditCheck(
            "available_at_least_zero", "The available amount of a balance is never negative."
        ) { scope in
            // All merchants: the audit checks all of the books.
            """
            SELECT b.merchant_id, 'balance', b.balance_id, NULL,
                b.currency || ' ' || b.amount || ', of it ' || b.held || ' held',
                'between 0 and the whole held'
            FROM balances b WHERE (b.held < 0 OR b.held > b.amount) AND \(scope.owns("b"))
            """
        },
        AuditCheck(
            "holds_end_with_their_checkout",
            "A canceled, expired or failed checkout holds no money on a balance."
        ) { scope in
            """
            SELECT h.merchant_id, 'hold', h.hold_id, NULL,
                'active, ' || h.currency || ' ' || h.amount - h.captured || ' held',
                'released, as its checkout is ' || CASE c.state WHEN 'open' THEN 'expired'
                    ELSE c.state END
            FROM holds h JOIN checkouts c ON c.merchant_id = h.merchant_id
                AND c.checkout_id = h.checkout_id
            WHERE h.state = 'active' AND \(scope.owns("h"))
                AND (c.state IN ('canceled', 'expired', 'failed')
                        AND c.changed_at < \(scope.before(seconds: Limits.releaseSeconds))
                    OR c.state = 'open'
                        AND c.expires_at < \(scope.before(seconds: Limits.releaseSeconds)))
            """
        },
        AuditCheck(
            "holds_end_when_they_expire", "An expired hold is no longer active."
        ) { scope in
            // All merchants: every merchant's expired holds must be released.
            """
            SELECT h.merchant_id, 'hold', h.hold_id, NULL,
                'active, ' || h.currency || ' ' || h.amount - h.captured || ' held',
                'expired'
            FROM holds h WHERE h.state = 'active' AND \(scope.owns("h"))
                AND h.expires_at < \(scope.before(seconds: Limits.releaseSeconds))
            """
        },
    ]
}
