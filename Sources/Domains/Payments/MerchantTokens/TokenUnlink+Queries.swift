import Merchants
import Postgres
import Vocabulary

extension TokenUnlink {
    /// Leases due tokens; concurrent workers skip each other's rows.
    static func claim(at now: Instant, leasedUntil: Instant, limit: Int) -> Query {
        // All merchants: a worker serves them all.
        """
        WITH found AS MATERIALIZED (
            SELECT u.merchant_id, u.merchant_token FROM token_unlinks u WHERE u.due_at <= \(now)
            ORDER BY u.due_at LIMIT \(Int64(limit)) FOR UPDATE SKIP LOCKED)
        UPDATE token_unlinks u SET due_at = \(leasedUntil) FROM found f
        WHERE u.merchant_id = f.merchant_id AND u.merchant_token = f.merchant_token
        RETURNING u.merchant_id, u.merchant_token, u.asked_at, u.tries, EXISTS (
            SELECT FROM kept_cards k WHERE k.merchant_id = u.merchant_id
                AND k.merchant_token = u.merchant_token AND k.unlinked_at IS NULL) AS is_used
        """
    }

    /// Deletes this row, but not one that was written since.
    var drop: Query {
        """
        DELETE FROM token_unlinks WHERE merchant_id = \(merchant)
            AND merchant_token = \(merchantToken) AND asked_at = \(requestedAt)
        """
    }

    func postpone(until moment: Instant) -> Query {
        """
        UPDATE token_unlinks SET tries = \(Int64(tries)), due_at = \(moment)
        WHERE merchant_id = \(merchant) AND merchant_token = \(merchantToken)
            AND asked_at = \(requestedAt)
        """
    }

    init(row: Row) throws {
        self.init(
            merchant: try row.get("merchant_id"), merchantToken: try row.get("merchant_token"),
            requestedAt: try row.get("asked_at"), tries: Int(try row.get("tries", as: Int64.self)),
            isUsed: try row.get("is_used"))
    }
}
