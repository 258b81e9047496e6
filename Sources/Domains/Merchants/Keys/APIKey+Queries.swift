import Postgres
import Vocabulary

extension APIKey {
    static func insert(_ key: APIKey, hash: [UInt8]) -> Query {
        """
        INSERT INTO api_keys
            (merchant_id, key_id, kind, scope, permissions, name, hash, hint, created_at, expires_at)
        VALUES (\(key.id.merchant), \(key.id.uuid), \(key.kind.rawValue), \(key.scope.name),
            \(key.scope.permissions?.map(\.rawValue)), \(key.name), \(hash), \(key.hint),
            \(key.createdAt), \(key.expiresAt))
        """
    }

    /// The columns of a key in the table `k`.
    static let columns: Query = """
        k.merchant_id, k.key_id, k.kind, k.scope, k.permissions, k.name AS key_name, k.hint,
        k.created_at, k.expires_at, k.revoked_at, k.last_used_at
        """

    static func all(of merchant: MerchantNumber) -> Query {
        """
        SELECT \(columns) FROM api_keys k WHERE k.merchant_id = \(merchant) ORDER BY k.key_id
        """
    }

    /// Locks a merchant's keys, in the order of their identifiers.
    static func lockAll(of merchant: MerchantNumber) -> Query {
        "\(all(of: merchant)) FOR UPDATE"
    }

    static func revoke(_ id: ID, at now: Instant) -> Query {
        """
        UPDATE api_keys SET revoked_at = \(now)
        WHERE merchant_id = \(id.merchant) AND key_id = \(id.uuid) AND revoked_at IS NULL
        """
    }

    static func expire(_ id: ID, at moment: Instant) -> Query {
        """
        UPDATE api_keys SET expires_at = least(expires_at, \(moment))
        WHERE merchant_id = \(id.merchant) AND key_id = \(id.uuid)
        """
    }

    /// Finds a key by its hash, with its merchant.
    static func find(hash: [UInt8], of merchant: MerchantNumber) -> Query {
        """
        SELECT \(columns), m.name, m.live, m.processor, s.settings, m.settings_version,
            m.created_at AS merchant_created_at
        FROM api_keys k JOIN merchants m ON m.merchant_id = k.merchant_id
        \(Merchant.settings)
        WHERE k.merchant_id = \(merchant) AND k.hash = \(hash)
        """
    }

    /// Stores the time of a use, except while another transaction changes the key: the caller
    /// should not wait for it.
    static func recordUse(_ id: ID, at now: Instant) -> Query {
        """
        UPDATE api_keys SET last_used_at = \(now)
        WHERE merchant_id = \(id.merchant) AND key_id = (
            SELECT key_id FROM api_keys
            WHERE merchant_id = \(id.merchant) AND key_id = \(id.uuid)
                AND (last_used_at IS NULL OR last_used_at < \(now))
            FOR NO KEY UPDATE SKIP LOCKED)
        """
    }

    init(row: Row) throws {
        let kind: String = try row.get("kind")
        let permissions: [String]? = try row.get("permissions")
        let scope: Scope
        switch try row.get("scope", as: String.self) {
        case "write": scope = .write
        case "read": scope = .read
        // Ignores permissions that only a newer version knows.
        default: scope = .restricted((permissions ?? []).compactMap(Permission.init(rawValue:)))
        }
        self.init(
            id: ID(merchant: try row.get("merchant_id"), uuid: try row.get("key_id")),
            kind: Kind(rawValue: kind) ?? .publishable, scope: scope,
            name: try row.get("key_name"), hint: try row.get("hint"),
            createdAt: try row.get("created_at"), expiresAt: try row.get("expires_at"),
            revokedAt: try row.get("revoked_at"), lastUsedAt: try row.get("last_used_at"))
    }
}
