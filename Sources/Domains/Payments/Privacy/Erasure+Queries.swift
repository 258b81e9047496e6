import Customers
import Merchants
import Postgres
import Vocabulary

extension Erasure {
    var insert: Query {
        """
        INSERT INTO erasures (merchant_id, customer_id, key_number, email_hash, reached, until,
            due_at)
        VALUES (\(customer.merchant), \(customer.uuid), \(Int64(keyNumber)), \(hash), \(reached),
            \(until), \(dueAt))
        ON CONFLICT (merchant_id, customer_id) DO NOTHING
        """
    }

    var store: Query {
        """
        UPDATE erasures SET reached = \(reached), due_at = \(dueAt)
        WHERE merchant_id = \(customer.merchant) AND customer_id = \(customer.uuid)
        """
    }

    var delete: Query {
        """
        DELETE FROM erasures
        WHERE merchant_id = \(customer.merchant) AND customer_id = \(customer.uuid)
        """
    }

    /// Locks the next due erasure; concurrent workers skip each other's rows.
    static func next(at now: Instant) -> Query {
        // All merchants: a worker serves them all.
        """
        SELECT merchant_id, customer_id, key_number, email_hash, reached, until, due_at
        FROM erasures WHERE due_at <= \(now) ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
        """
    }

    /// Checkouts without an account that have contacts, in the order of their identifiers.
    func candidates(limit: Int) -> Query {
        """
        SELECT checkout_id, data_key, prefill, contacts FROM checkouts
        WHERE merchant_id = \(customer.merchant) AND checkout_id > \(reached)
            AND checkout_id < \(until) AND customer_id IS NULL AND data_key IS NOT NULL
            AND (contacts IS NOT NULL OR prefill IS NOT NULL)
        ORDER BY checkout_id LIMIT \(Int64(limit))
        """
    }
}
