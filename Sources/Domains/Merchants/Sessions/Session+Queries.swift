import Postgres
import Vocabulary

extension Session {
    func insert(_ secret: SessionSecret) -> Query {
        """
        INSERT INTO sessions (merchant_id, session_id, key_id, hash, created_at, expires_at)
        VALUES (\(id.merchant), \(id.uuid), \(key.uuid), \(secret.hash), \(createdAt), \(expiresAt))
        """
    }

    /// Deletes a merchant's expired sessions, and the key's oldest sessions above its limit.
    ///
    /// - Parameter others: the number of the key's sessions to keep.
    static func prune(_ key: APIKey.ID, at now: Instant, keeping others: Int) -> Query {
        """
        DELETE FROM sessions WHERE merchant_id = \(key.merchant) AND (expires_at <= \(now)
            OR session_id IN (SELECT session_id FROM sessions
                WHERE merchant_id = \(key.merchant) AND key_id = \(key.uuid)
                ORDER BY session_id DESC OFFSET \(Int64(others))))
        """
    }

    /// Finds a session with its key; the caller checks whether both are valid.
    static func find(_ id: ID) -> Query {
        """
        SELECT s.hash, s.created_at AS session_created_at, s.expires_at AS session_expires_at,
            \(APIKey.columns)
        FROM sessions s JOIN api_keys k ON k.merchant_id = s.merchant_id AND k.key_id = s.key_id
        WHERE s.merchant_id = \(id.merchant) AND s.session_id = \(id.uuid)
        """
    }

    static func end(_ id: ID) -> Query {
        """
        DELETE FROM sessions WHERE merchant_id = \(id.merchant) AND session_id = \(id.uuid)
        """
    }
}
