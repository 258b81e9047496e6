import Postgres
import Vocabulary

/// The sandbox's queue of notices.
extension ProcessorNotice {
    func announce(at due: Instant) -> Query {
        """
        INSERT INTO sandbox.notices (merchant_id, kind, name, due_at)
        VALUES (\(merchant.value), \(kind.rawValue), \(name), \(due.bind))
        ON CONFLICT (merchant_id, kind, name) DO UPDATE SET due_at = excluded.due_at, tries = 0
        """
    }

    /// Takes the notices that are due, each for one caller at a time. A notice that is not received
    /// is due again, up to `triesMax` times.
    ///
    /// All merchants: the queue serves every one of them.
    static func take(at now: Instant, again: Instant, limit: Int) -> Query {
        """
        UPDATE sandbox.notices SET due_at = \(again.bind), tries = tries + 1
        WHERE (merchant_id, kind, name) IN (
            SELECT merchant_id, kind, name FROM sandbox.notices
            WHERE due_at <= \(now.bind) AND tries < \(triesMax)
            ORDER BY due_at LIMIT \(limit) FOR UPDATE SKIP LOCKED)
        RETURNING merchant_id, kind, name
        """
    }

    private static let triesMax = 10

    var forget: Query {
        """
        DELETE FROM sandbox.notices
        WHERE merchant_id = \(merchant.value) AND kind = \(kind.rawValue) AND name = \(name)
        """
    }

    /// Reads a row of `take`.
    init(_ row: Row) throws {
        self.init(
            processor: Sandbox.name, merchant: MerchantNumber(try row.get("merchant_id")),
            kind: try Kind(rawValue: row.get("kind")).known("kind"), name: try row.get("name"))
    }
}
