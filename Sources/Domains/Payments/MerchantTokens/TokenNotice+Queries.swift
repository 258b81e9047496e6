import Checkouts
import Merchants
import Postgres
import Vocabulary

extension TokenNotice {
    /// Stores a notification once. A merchant without saved merchant tokens stores none.
    ///
    /// Returns the number that wait, at most `waitingMax`; at the limit the statement stores none.
    static func record(
        _ event: TokenEvent.Name, of merchant: MerchantNumber, at now: Instant
    ) -> Query {
        """
        WITH waiting AS (
            SELECT count(*) AS count FROM (
                SELECT FROM token_notices n
                WHERE n.merchant_id = \(merchant) AND n.due_at IS NOT NULL
                LIMIT \(Int64(waitingMax))) n),
        inserted AS (
            INSERT INTO token_notices (merchant_id, event_id, heard_at, due_at)
            SELECT \(merchant), \(event.text), \(now), \(now) FROM waiting
            WHERE count < \(Int64(waitingMax)) AND EXISTS (
                SELECT FROM kept_cards k
                WHERE k.merchant_id = \(merchant) AND k.merchant_token IS NOT NULL)
            ON CONFLICT (merchant_id, event_id) DO NOTHING)
        SELECT count FROM waiting
        """
    }

    private static let columns: Query =
        "n.merchant_id, n.event_id, n.heard_at, n.tries, n.unreadable, n.due_at"

    /// Leases due notifications; concurrent workers skip each other's rows.
    static func claim(at now: Instant, leasedUntil: Instant, limit: Int) -> Query {
        // All merchants: a worker serves them all.
        """
        WITH found AS MATERIALIZED (
            SELECT n.merchant_id, n.event_id FROM token_notices n WHERE n.due_at <= \(now)
            ORDER BY n.due_at LIMIT \(Int64(limit)) FOR UPDATE SKIP LOCKED)
        UPDATE token_notices n SET due_at = \(leasedUntil) FROM found f
        WHERE n.merchant_id = f.merchant_id AND n.event_id = f.event_id
        RETURNING \(columns)
        """
    }

    /// Locks it unless another worker has finished it.
    var lock: Query {
        """
        SELECT \(Self.columns) FROM token_notices n
        WHERE n.merchant_id = \(merchant) AND n.event_id = \(event.text)
            AND n.due_at IS NOT NULL FOR UPDATE
        """
    }

    var store: Query {
        """
        UPDATE token_notices SET tries = \(Int64(tries)), unreadable = \(Int64(unreadable)),
            due_at = \(dueAt)
        WHERE merchant_id = \(merchant) AND event_id = \(event.text)
        """
    }

    var drop: Query {
        """
        DELETE FROM token_notices
        WHERE merchant_id = \(merchant) AND event_id = \(event.text)
        """
    }

    /// Deletes finished notifications that Apple does not repeat any more.
    ///
    /// All merchants: a worker serves them all.
    static func delete(before moment: Instant, limit: Int) -> Query {
        """
        DELETE FROM token_notices n USING (
            SELECT o.merchant_id, o.event_id FROM token_notices o
            WHERE o.heard_at < \(moment) AND o.due_at IS NULL
            ORDER BY o.heard_at LIMIT \(Int64(limit)) FOR UPDATE SKIP LOCKED) o
        WHERE n.merchant_id = o.merchant_id AND n.event_id = o.event_id
        RETURNING true
        """
    }

    init(row: Row) throws {
        guard let event = TokenEvent.Name(try row.get("event_id")) else {
            throw StoredValueError(column: "event_id")
        }
        self.init(
            merchant: try row.get("merchant_id"), event: event,
            receivedAt: try row.get("heard_at"),
            tries: Int(try row.get("tries", as: Int64.self)),
            unreadable: Int(try row.get("unreadable", as: Int64.self)),
            dueAt: try row.get("due_at"))
    }
}
