import Crypto
import Postgres
import Vocabulary

extension LogKind {
    /// Returns a row if the type exists, and prevents deleting it until the transaction ends.
    static func lockType(_ type: PassType.ID) -> Query {
        """
        SELECT identifier FROM pass_types
        WHERE merchant_id = \(type.merchant) AND pass_type_id = \(type.uuid) FOR KEY SHARE
        """
    }

    static func all(of type: PassType.ID) -> Query {
        """
        SELECT shape, lines, first_at, last_at FROM wallet_log_kinds
        WHERE merchant_id = \(type.merchant) AND pass_type_id = \(type.uuid) AND lines > 0
        ORDER BY last_at DESC, shape
        """
    }

    static func count(
        _ shape: String, _ lines: Int64, of type: PassType.ID, at now: Instant
    ) -> Query {
        """
        INSERT INTO wallet_log_kinds AS k (merchant_id, pass_type_id, kind, shape, lines, first_at,
            last_at)
        VALUES (\(type.merchant), \(type.uuid), \(SHA256.hash(shape)), \(shape), \(lines), \(now),
            \(now))
        ON CONFLICT (merchant_id, pass_type_id, kind) DO UPDATE
            SET lines = k.lines + EXCLUDED.lines,
                last_at = CASE WHEN EXCLUDED.lines = 0 THEN k.last_at ELSE EXCLUDED.last_at END
            WHERE k.merchant_id = \(type.merchant)
        """
    }

    init(row: Row) throws {
        self.init(
            shape: try row.get("shape"), lines: try row.get("lines"),
            firstAt: try row.get("first_at"), lastAt: try row.get("last_at"))
    }
}
