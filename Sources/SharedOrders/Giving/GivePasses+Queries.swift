import Merchants
import Postgres
import Vocabulary

extension SharedOrder {
    /// Those who took part are to have passes of it.
    static func wantPasses(_ order: ID, at now: Instant) -> Query {
        """
        UPDATE shared_orders SET passes_due_at = \(now)
        WHERE merchant_id = \(order.merchant) AND shared_order_id = \(order.uuid)
        """
    }

    static func passesGiven(_ order: ID) -> Query {
        """
        UPDATE shared_orders SET passes_due_at = NULL
        WHERE merchant_id = \(order.merchant) AND shared_order_id = \(order.uuid)
        """
    }

    /// It is tried again, unless it ended too long ago.
    static func putPassesOff(_ order: ID, until moment: Instant, ifEndedAfter oldest: Instant)
        -> Query
    {
        """
        UPDATE shared_orders SET passes_due_at = CASE WHEN ended_at > \(oldest) THEN \(moment) END
        WHERE merchant_id = \(order.merchant) AND shared_order_id = \(order.uuid)
            AND passes_due_at IS NOT NULL
        """
    }

    static func passesDue(at now: Instant, limit: Int) -> Query {
        // All merchants: whoever was promised a pass.
        """
        SELECT merchant_id, shared_order_id FROM shared_orders
        WHERE passes_due_at <= \(now) ORDER BY passes_due_at LIMIT \(Int64(limit))
        """
    }
}

extension Participant {
    /// Who takes part and has no pass yet.
    static func withoutPass(_ order: SharedOrder.ID) -> Query {
        """
        SELECT participant FROM shared_participants
        WHERE merchant_id = \(order.merchant) AND shared_order_id = \(order.uuid)
            AND left_at IS NULL AND pass_id IS NULL
        ORDER BY participant
        """
    }

    static func give(_ pass: UUID128, to number: Int, in order: SharedOrder.ID) -> Query {
        """
        UPDATE shared_participants SET pass_id = \(pass)
        WHERE merchant_id = \(order.merchant) AND shared_order_id = \(order.uuid)
            AND participant = \(Int64(number))
        """
    }

    static func attendance(_ attendance: Attendance) -> Query {
        """
        SELECT o.terms, o.ended_at, p.total, p.choices,
            (SELECT coalesce(sum(s.amount), 0)::bigint FROM shared_shares s
                WHERE s.merchant_id = o.merchant_id AND s.shared_order_id = o.shared_order_id
                    AND s.round = o.round AND s.participant = p.participant
                    AND s.state IN ('authorized', 'taking', 'captured')) AS paid
        FROM shared_orders o JOIN shared_participants p ON p.merchant_id = o.merchant_id
            AND p.shared_order_id = o.shared_order_id
        WHERE o.merchant_id = \(attendance.order.merchant)
            AND o.shared_order_id = \(attendance.order.uuid)
            AND p.participant = \(Int64(attendance.participant))
        """
    }
}
