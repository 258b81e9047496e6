import Postgres
import Vocabulary

/// A pass that may say something else than what it stands for.
enum StalePass {
    /// Notes those that stand for something. One that somebody looks at just now is noted when they are done: they may have looked too early.
    static func note(subject: String, _ merchant: MerchantNumber, at now: Instant) -> Query {
        """
        INSERT INTO stale_passes (merchant_id, pass_id, due_at)
        SELECT p.merchant_id, p.pass_id, \(now)::timestamptz FROM passes p
        WHERE p.merchant_id = \(merchant) AND p.subject = \(subject) AND p.erased_at IS NULL
        ORDER BY p.pass_id
        ON CONFLICT (merchant_id, pass_id) DO NOTHING
        """
    }

    static func note(_ pass: Pass.ID, at now: Instant) -> Query {
        """
        INSERT INTO stale_passes (merchant_id, pass_id, due_at)
        VALUES (\(pass.merchant), \(pass.uuid), \(now))
        """
    }

    /// Some that are due, without a lock.
    ///
    /// All merchants: whoever's passes they are, they follow.
    static func due(at now: Instant, limit: Int) -> Query {
        """
        SELECT s.merchant_id, s.pass_id FROM stale_passes s
        WHERE s.due_at <= \(now) ORDER BY s.due_at LIMIT \(Int64(limit))
        """
    }

    /// A row for the one who looks at it. What changes from here on is noted anew.
    static func take(_ pass: Pass.ID) -> Query {
        """
        DELETE FROM stale_passes WHERE merchant_id = \(pass.merchant) AND pass_id = (
            SELECT s.pass_id FROM stale_passes s
            WHERE s.merchant_id = \(pass.merchant) AND s.pass_id = \(pass.uuid)
            FOR UPDATE SKIP LOCKED)
        RETURNING true
        """
    }

    /// One that could not be read holds up no other.
    static func putOff(_ pass: Pass.ID, until moment: Instant) -> Query {
        """
        UPDATE stale_passes SET due_at = \(moment)
        WHERE merchant_id = \(pass.merchant) AND pass_id = \(pass.uuid)
        """
    }
}
