import Postgres
import Vocabulary

/// A mark for a pass that may differ from its subject.
enum StalePass {
    /// Marks the passes of a subject. Waits for a worker that has locked an existing mark, because
    /// that worker may have read the subject too early.
    static func mark(subject: String, _ merchant: MerchantNumber, at now: Instant) -> Query {
        """
        INSERT INTO stale_passes (merchant_id, pass_id, due_at)
        SELECT p.merchant_id, p.pass_id, \(now)::timestamptz FROM passes p
        WHERE p.merchant_id = \(merchant) AND p.subject = \(subject) AND p.erased_at IS NULL
        ORDER BY p.pass_id
        ON CONFLICT (merchant_id, pass_id) DO NOTHING
        """
    }

    static func mark(_ pass: Pass.ID, at now: Instant) -> Query {
        """
        INSERT INTO stale_passes (merchant_id, pass_id, due_at)
        VALUES (\(pass.merchant), \(pass.uuid), \(now))
        """
    }

    /// Some due marks, without a lock.
    ///
    /// All merchants: a worker updates all their passes.
    static func due(at now: Instant, limit: Int) -> Query {
        """
        SELECT s.merchant_id, s.pass_id FROM stale_passes s
        WHERE s.due_at <= \(now) ORDER BY s.due_at LIMIT \(Int64(limit))
        """
    }

    /// Deletes the mark and returns a row to the worker that updates the pass. Later changes set a
    /// new mark.
    static func dequeue(_ pass: Pass.ID) -> Query {
        """
        DELETE FROM stale_passes WHERE merchant_id = \(pass.merchant) AND pass_id = (
            SELECT s.pass_id FROM stale_passes s
            WHERE s.merchant_id = \(pass.merchant) AND s.pass_id = \(pass.uuid)
            FOR UPDATE SKIP LOCKED)
        RETURNING true
        """
    }

    /// Postpones a pass that could not be updated, so that it does not delay others.
    static func postpone(_ pass: Pass.ID, until moment: Instant) -> Query {
        """
        UPDATE stale_passes SET due_at = \(moment)
        WHERE merchant_id = \(pass.merchant) AND pass_id = \(pass.uuid)
        """
    }
}
