import Postgres
import Vocabulary

extension OperatorKey {
    static func insert(hash: [UInt8], at now: Instant) -> Query {
        "INSERT INTO operator_keys (hash, created_at) VALUES (\(hash), \(now))"
    }

    static func find(hash: [UInt8]) -> Query {
        "SELECT true AS works FROM operator_keys WHERE hash = \(hash) AND revoked_at IS NULL"
    }

    private static let columns: Query = """
        substr(hash, 1, \(Int64(ID.bytesCount))::integer) AS id, created_at, revoked_at
        """

    static let all: Query =
        "SELECT \(columns) FROM operator_keys ORDER BY created_at, hash"

    static func revoke(_ id: ID, at now: Instant) -> Query {
        """
        UPDATE operator_keys SET revoked_at = coalesce(revoked_at, \(now))
        WHERE substr(hash, 1, \(Int64(ID.bytesCount))::integer) = \(id.bytes)
        RETURNING \(columns)
        """
    }

    init(row: Row) throws {
        self.init(
            id: ID(bytes: try row.get("id")), createdAt: try row.get("created_at"),
            revokedAt: try row.get("revoked_at"))
    }
}
