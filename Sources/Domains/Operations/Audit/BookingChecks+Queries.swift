import Postgres

// Rules for captures, refunds and disputes: the books have each of them exactly once, with exactly
// its amount, and nothing else.

extension Audit {
    static let bookingChecks = [
        AuditCheck(
            "capture_is_booked",
            "The ledger has each successful capture exactly once, and no other capture."
        ) { scope in
            // All merchants: the audit checks all of the books.
            """
            WITH operations AS (
                SELECT c.merchant_id, c.capture_id AS id, c.currency, c.amount, c.card,
                    (SELECT coalesce(sum(u.amount), 0) FROM unnest(c.credit_amounts) u (amount))
                        AS credited
                FROM captures c WHERE c.state = 'succeeded' AND c.amount > 0
                    AND \(scope.owns("c"))),
            booked AS (
                SELECT t.merchant_id, t.transfer_id AS id, t.currency, sum(t.amount) AS amount,
                    coalesce(sum(t.amount) FILTER (WHERE t.from_system = 'processor'), 0) AS card,
                    coalesce(sum(t.amount) FILTER (WHERE t.to_balance IS NOT NULL), 0) AS credited
                FROM transfers t WHERE t.kind = 'capture' AND \(scope.owns("t"))
                GROUP BY t.merchant_id, t.transfer_id, t.currency)
            \(compared("capture"))
            """
        },
        AuditCheck(
            "refund_is_booked",
            "The ledger has each successful refund exactly once, and no other refund."
        ) { scope in
            // All merchants: the audit checks all of the books.
            """
            WITH operations AS (
                SELECT r.merchant_id, r.refund_id AS id, r.currency, r.amount,
                    r.card - r.card * (r.credit = r.amount)::integer AS card,
                    r.amount - r.card + r.card * (r.credit = r.amount)::integer AS credited
                FROM refunds r
                WHERE r.state = 'succeeded' AND r.amount > 0 AND \(scope.owns("r"))),
            booked AS (
                SELECT t.merchant_id, t.transfer_id AS id, t.currency, sum(t.amount) AS amount,
                    coalesce(sum(t.amount) FILTER (WHERE t.to_system = 'processor'), 0) AS card,
                    coalesce(sum(t.amount) FILTER (WHERE t.to_balance IS NOT NULL), 0) AS credited
                FROM transfers t WHERE t.kind = 'refund' AND \(scope.owns("t"))
                GROUP BY t.merchant_id, t.transfer_id, t.currency)
            \(compared("refund"))
            """
        },
        AuditCheck(
            "refund_debits_a_top_up_once",
            "A refund debits the balances that it topped up once, and credits them again if it "
                + "fails."
        ) { scope in
            """
            WITH expected AS (
                SELECT r.merchant_id, r.refund_id AS id, r.currency,
                    sum(CASE r.state WHEN 'failed' THEN 0 ELSE u.amount END) AS amount
                FROM refunds r CROSS JOIN LATERAL unnest(r.debit_amounts) u (amount)
                WHERE \(scope.owns("r")) GROUP BY r.merchant_id, r.refund_id),
            booked AS (
                SELECT r.merchant_id, r.refund_id AS id, t.currency,
                    sum(CASE t.kind WHEN 'debit' THEN t.amount ELSE -t.amount END) AS amount
                FROM refunds r JOIN transfers t ON t.merchant_id = r.merchant_id
                    AND t.transfer_id = r.refund_id AND t.kind IN ('debit', 'credit')
                WHERE \(scope.owns("r")) GROUP BY r.merchant_id, r.refund_id, t.currency)
            SELECT coalesce(w.merchant_id, b.merchant_id), 'refund', coalesce(w.id, b.id), NULL,
                coalesce(b.currency || ' ' || b.amount || ' taken back', 'nothing taken back'),
                coalesce(w.currency || ' ' || w.amount || ' taken back', 'nothing taken back')
            FROM expected w FULL JOIN booked b ON b.merchant_id = w.merchant_id AND b.id = w.id
                AND b.currency = w.currency
            WHERE coalesce(w.amount, 0) <> coalesce(b.amount, 0)
            """
        },
        AuditCheck(
            "dispute_is_booked",
            "The ledger has each dispute's opening and outcome exactly once, and no other dispute."
        ) { scope in
            """
            WITH operations AS (
                -- The uncovered part of a lost dispute does not come back from the processor.
                SELECT d.merchant_id, d.dispute_id, d.currency, k.kind,
                    d.taken + CASE k.kind WHEN 'dispute_lost' THEN 0 ELSE d.uncovered END AS amount
                FROM disputes d JOIN (VALUES ('opened', 'dispute_opened'),
                    ('won', 'dispute_opened'), ('won', 'dispute_won'),
                    ('lost', 'dispute_opened'), ('lost', 'dispute_lost')) AS k (state, kind)
                    ON k.state = d.state
                WHERE (d.taken > 0 OR (d.uncovered > 0 AND k.kind <> 'dispute_lost'))
                    AND \(scope.owns("d"))),
            booked AS (
                SELECT t.merchant_id, t.transfer_id, t.kind, t.currency, sum(t.amount) AS amount
                FROM transfers t
                WHERE t.kind IN ('dispute_opened', 'dispute_won', 'dispute_lost')
                    AND ('disputed' IN (t.from_system, t.to_system)
                        OR 'processor' IN (t.from_system, t.to_system))
                    AND \(scope.owns("t"))
                GROUP BY t.merchant_id, t.transfer_id, t.kind, t.currency)
            SELECT coalesce(h.merchant_id, b.merchant_id), 'dispute',
                coalesce(h.dispute_id, b.transfer_id), coalesce(h.kind, b.kind),
                coalesce(b.currency || ' ' || b.amount || ' in the books', 'not in the books'),
                coalesce(h.currency || ' ' || h.amount || ' in the books', 'nothing of it')
            FROM operations h FULL JOIN booked b ON b.merchant_id = h.merchant_id
                AND b.transfer_id = h.dispute_id AND b.kind = h.kind AND b.currency = h.currency
            WHERE h.amount IS DISTINCT FROM b.amount
            """
        },
    ]

    /// Compares operations with their bookings, by identifier: the amount, the part that the
    /// processor moved, and the part that went to balances.
    private static func compared(_ subject: Query) -> Query {
        """
        SELECT coalesce(h.merchant_id, b.merchant_id), '\(subject)', coalesce(h.id, b.id), NULL,
            coalesce(b.currency || ' ' || b.amount || ', by card ' || b.card || ', to balances '
                || b.credited, 'not in the books'),
            coalesce(h.currency || ' ' || h.amount || ', by card ' || h.card || ', to balances '
                || h.credited, 'nothing of it')
        FROM operations h FULL JOIN booked b ON b.merchant_id = h.merchant_id
            AND b.id = h.id AND b.currency = h.currency
        WHERE (h.amount, h.card, h.credited) IS DISTINCT FROM (b.amount, b.card, b.credited)
        """
    }
}
