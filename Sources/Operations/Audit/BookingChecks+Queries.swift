import Postgres

// What was captured, given back and disputed, and the same in the books: each exactly once, with
// exactly its amount, and nothing beside it.

extension Audit {
    static let bookingChecks = [
        AuditCheck(
            "capture_is_booked", "Each capture that succeeded is in the books once, and no other."
        ) { scope in
            // All merchants: the whole of the books is proven.
            """
            WITH happened AS (
                SELECT c.merchant_id, c.capture_id AS id, c.currency, c.amount, c.card
                FROM captures c WHERE c.state = 'succeeded' AND c.amount > 0
                    AND \(scope.owns("c"))),
            booked AS (
                SELECT t.merchant_id, t.transfer_id AS id, t.currency, sum(t.amount) AS amount,
                    coalesce(sum(t.amount) FILTER (WHERE t.from_system = 'processor'), 0) AS card
                FROM transfers t WHERE t.kind = 'capture' AND \(scope.owns("t"))
                GROUP BY t.merchant_id, t.transfer_id, t.currency)
            \(compared("capture"))
            """
        },
        AuditCheck(
            "refund_is_booked", "Each refund that succeeded is in the books once, and no other."
        ) { scope in
            // All merchants: the whole of the books is proven.
            """
            WITH happened AS (
                SELECT r.merchant_id, r.refund_id AS id, r.currency, r.amount, r.card
                FROM refunds r WHERE r.state = 'succeeded' AND \(scope.owns("r"))),
            booked AS (
                SELECT t.merchant_id, t.transfer_id AS id, t.currency, sum(t.amount) AS amount,
                    coalesce(sum(t.amount) FILTER (WHERE t.to_system = 'processor'), 0) AS card
                FROM transfers t WHERE t.kind = 'refund' AND \(scope.owns("t"))
                GROUP BY t.merchant_id, t.transfer_id, t.currency)
            \(compared("refund"))
            """
        },
        AuditCheck(
            "dispute_is_booked",
            "Each dispute is in the books as opened, and as won or lost once it is, and no other."
        ) { scope in
            """
            WITH happened AS (
                SELECT d.merchant_id, d.dispute_id, d.currency, d.amount, k.kind
                FROM disputes d JOIN (VALUES ('opened', 'dispute_opened'),
                    ('won', 'dispute_opened'), ('won', 'dispute_won'),
                    ('lost', 'dispute_opened'), ('lost', 'dispute_lost')) AS k (state, kind)
                    ON k.state = d.state
                WHERE \(scope.owns("d"))),
            booked AS (
                SELECT t.merchant_id, t.transfer_id, t.kind, t.currency, sum(t.amount) AS amount
                FROM transfers t
                WHERE t.kind IN ('dispute_opened', 'dispute_won', 'dispute_lost')
                    AND \(scope.owns("t"))
                GROUP BY t.merchant_id, t.transfer_id, t.kind, t.currency)
            SELECT coalesce(h.merchant_id, b.merchant_id), 'dispute',
                coalesce(h.dispute_id, b.transfer_id), coalesce(h.kind, b.kind),
                coalesce(b.currency || ' ' || b.amount || ' in the books', 'not in the books'),
                coalesce(h.currency || ' ' || h.amount || ' in the books', 'nothing of it')
            FROM happened h FULL JOIN booked b ON b.merchant_id = h.merchant_id
                AND b.transfer_id = h.dispute_id AND b.kind = h.kind AND b.currency = h.currency
            WHERE h.amount IS DISTINCT FROM b.amount
            """
        },
    ]

    /// What happened beside what is booked of it, by identifier: the amount, and what of it went
    /// over the processor.
    private static func compared(_ subject: Query) -> Query {
        """
        SELECT coalesce(h.merchant_id, b.merchant_id), '\(subject)', coalesce(h.id, b.id), NULL,
            coalesce(b.currency || ' ' || b.amount || ' in the books, by card ' || b.card,
                'not in the books'),
            coalesce(h.currency || ' ' || h.amount || ' in the books, by card ' || h.card,
                'nothing of it')
        FROM happened h FULL JOIN booked b ON b.merchant_id = h.merchant_id
            AND b.id = h.id AND b.currency = h.currency
        WHERE h.amount IS DISTINCT FROM b.amount OR h.card IS DISTINCT FROM b.card
        """
    }
}
