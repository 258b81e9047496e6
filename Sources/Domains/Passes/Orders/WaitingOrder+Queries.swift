import Postgres
import Vocabulary

/// A paid checkout whose order has not been created yet.
enum WaitingOrder {
    /// Enqueues an order if the merchant's order type has a template and the order does not exist:
    /// capturing an authorized payment emits a second event for the same checkout.
    static func enqueue(_ subject: String, of order: Pass.ID, at now: Instant) -> Query {
        """
        INSERT INTO waiting_orders (merchant_id, subject, due_at)
        SELECT t.merchant_id, \(subject)::text, \(now)::timestamptz FROM pass_types t
        WHERE t.merchant_id = \(order.merchant) AND t.kind = 'order' AND t.version > 0
            AND NOT EXISTS (SELECT FROM passes p WHERE p.merchant_id = \(order.merchant)
                AND p.pass_id = \(order.uuid))
        ON CONFLICT (merchant_id, subject) DO NOTHING
        """
    }

    /// Some due orders, without a lock.
    ///
    /// All merchants: a worker creates all their orders.
    static func due(at now: Instant, limit: Int) -> Query {
        """
        SELECT w.merchant_id, w.subject FROM waiting_orders w
        WHERE w.due_at <= \(now) ORDER BY w.due_at LIMIT \(Int64(limit))
        """
    }

    /// Dequeues the order and returns a row to the worker that creates it.
    static func dequeue(_ subject: String, of merchant: MerchantNumber) -> Query {
        """
        DELETE FROM waiting_orders WHERE merchant_id = \(merchant) AND subject = (
            SELECT w.subject FROM waiting_orders w
            WHERE w.merchant_id = \(merchant) AND w.subject = \(subject)
            FOR UPDATE SKIP LOCKED)
        RETURNING true
        """
    }

    /// Postpones an order that could not be created, so that it does not delay others.
    static func postpone(
        _ subject: String, of merchant: MerchantNumber, until moment: Instant
    ) -> Query {
        """
        UPDATE waiting_orders SET due_at = \(moment)
        WHERE merchant_id = \(merchant) AND subject = \(subject)
        """
    }
}
