import Merchants
import Postgres
import Vocabulary

extension SharedOrder {
    /// Marks the order as due for passes to its participants.
    static func schedulePasses(_ order: ID, at now: Instant) -> Query {
        """
        UPDATE shared_orders SET passes_due_at = \(now)
        WHERE merchant_id = \(order.merchant) AND shared_order_id = \(order.uuid)
        """
    }

    static func clearPassesDue(_ order: ID) -> Query {
        """
        UPDATE shared_orders SET passes_due_at = NULL
        WHERE merchant_id = \(order.merchant) AND shared_order_id = \(order.uuid)
        """
    }

    /// Schedules another attempt, unless the order ended before `oldest`.
    static func postponePasses(_ order: ID, until moment: Instant, ifEndedAfter oldest: Instant)
        -> Query
    {
        """
        UPDATE shared_orders SET passes_due_at = CASE WHEN ended_at > \(oldest) THEN \(moment) END
        WHERE merchant_id = \(order.merchant) AND shared_order_id = \(order.uuid)
            AND passes_due_at IS NOT NULL
        """
    }

    static func passesDue(at now: Instant, limit: Int) -> Query {
        // All merchants: one worker issues the passes of every merchant's orders.
        """
        SELECT merchant_id, shared_order_id FROM shared_orders
        WHERE passes_due_at <= \(now) ORDER BY passes_due_at LIMIT \(Int64(limit))
        """
    }
}

extension Participant {
    /// Participants who are present and have no pass yet.
    static func withoutPass(_ order: SharedOrder.ID) -> Query {
        """
        SELECT participant FROM shared_participants
        WHERE merchant_id = \(order.merchant) AND shared_order_id = \(order.uuid)
            AND left_at IS NULL AND pass_id IS NULL
        ORDER BY participant
        """
    }

    static func assignPass(_ pass: UUID128, to number: Int, in order: SharedOrder.ID) -> Query {
        """
        UPDATE shared_participants SET pass_id = \(pass)
        WHERE merchant_id = \(order.merchant) AND shared_order_id = \(order.uuid)
            AND participant = \(Int64(number))
        """
    }

    static func participation(_ participation: Participation) -> Query {
        """
        SELECT o.terms, o.ended_at, p.total, p.choices,
            (SELECT coalesce(sum(s.amount), 0)::bigint FROM shared_shares s
                WHERE s.merchant_id = o.merchant_id AND s.shared_order_id = o.shared_order_id
                    AND s.round = o.round AND s.participant = p.participant
                    AND s.state IN ('authorized', 'taking', 'captured')) AS paid
        FROM shared_orders o JOIN shared_participants p ON p.merchant_id = o.merchant_id
            AND p.shared_order_id = o.shared_order_id
        WHERE o.merchant_id = \(participation.order.merchant)
            AND o.shared_order_id = \(participation.order.uuid)
            AND p.participant = \(Int64(participation.participant))
        """
    }
}
