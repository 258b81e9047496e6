import Postgres
import Vocabulary

/// A paid checkout whose order is still to be made.
enum WaitingOrder {
    /// Notes one, where its merchant has an order type with a template and it has not been made: a payment that is held is told of
    /// again when it is taken.
    static func note(_ subject: String, of order: Pass.ID, at now: Instant) -> Query {
        """
        INSERT INTO waiting_orders (merchant_id, subject, due_at)
        SELECT t.merchant_id, \(subject)::text, \(now)::timestamptz FROM pass_types t
        WHERE t.merchant_id = \(order.merchant) AND t.kind = 'order' AND t.version > 0
            AND NOT EXISTS (SELECT FROM passes p WHERE p.merchant_id = \(order.merchant)
                AND p.pass_id = \(order.uuid))
        ON CONFLICT (merchant_id, subject) DO NOTHING
        """
    }

    /// Some that are due, without a lock.
    ///
    /// All merchants: whoever's orders they are, they are made.
    static func due(at now: Instant, limit: Int) -> Query {
        """
        SELECT w.merchant_id, w.subject FROM waiting_orders w
        WHERE w.due_at <= \(now) ORDER BY w.due_at LIMIT \(Int64(limit))
        """
    }

    /// A row for the one who makes it.
    static func take(_ subject: String, of merchant: MerchantNumber) -> Query {
        """
        DELETE FROM waiting_orders WHERE merchant_id = \(merchant) AND subject = (
            SELECT w.subject FROM waiting_orders w
            WHERE w.merchant_id = \(merchant) AND w.subject = \(subject)
            FOR UPDATE SKIP LOCKED)
        RETURNING true
        """
    }

    /// One that could not be made holds up no other.
    static func putOff(
        _ subject: String, of merchant: MerchantNumber, until moment: Instant
    ) -> Query {
        """
        UPDATE waiting_orders SET due_at = \(moment)
        WHERE merchant_id = \(merchant) AND subject = \(subject)
        """
    }
}
