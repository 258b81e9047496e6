import Merchants
import Postgres
import Vocabulary

extension MerchantCertificate {
    func insert(der: [UInt8], sealedKey: [UInt8]) -> Query {
        """
        INSERT INTO certificates (merchant_id, certificate_id, kind, merchant_identifier, team_identifier,
            certificate, fingerprint, public_key_hash, private_key, valid_from, expires_at, warn_at, created_at)
        VALUES (\(id.merchant), \(id.uuid), \(kind.stored), \(identifier), \(teamIdentifier),
            \(der), \(fingerprint), \(publicKeyHash), \(sealedKey), \(validFrom), \(expiresAt), \(warnAt),
            \(createdAt))
        """
    }

    static let storedOnce = "certificates_are_stored_once"

    private static let columns: Query = """
        c.merchant_id, c.certificate_id, c.kind, c.merchant_identifier, c.team_identifier, c.fingerprint,
        c.public_key_hash, c.valid_from, c.expires_at, c.warn_at, c.events, c.created_at
        """

    /// All certificates of a merchant, newest first.
    static func all(of merchant: MerchantNumber) -> Query {
        """
        SELECT \(columns) FROM certificates c WHERE c.merchant_id = \(merchant)
        ORDER BY c.certificate_id DESC
        """
    }

    static func find(_ id: ID) -> Query {
        """
        SELECT \(columns) FROM certificates c
        WHERE c.merchant_id = \(id.merchant) AND c.certificate_id = \(id.uuid)
        """
    }

    static func remove(_ id: ID) -> Query {
        """
        DELETE FROM certificates
        WHERE merchant_id = \(id.merchant) AND certificate_id = \(id.uuid) RETURNING true
        """
    }

    /// The teams of a merchant's pass and order types; every package of a type names its team.
    static func teamsOfTypes(of merchant: MerchantNumber) -> Query {
        """
        SELECT t.identifier, t.team_identifier FROM pass_types t WHERE t.merchant_id = \(merchant)
        """
    }

    /// Merchants that have certificates of pass or order types.
    ///
    /// All merchants: the server itself checks them.
    static let merchantsWithWalletTypes: Query = """
        SELECT DISTINCT merchant_id FROM certificates WHERE kind IN ('pass_type', 'order_type')
        ORDER BY merchant_id
        """

    /// A merchant's certificates with their sealed keys, newest first.
    static func sealed(of merchant: MerchantNumber) -> Query {
        """
        SELECT \(columns), c.certificate, c.private_key, k.data_key
        FROM certificates c JOIN merchant_data_keys k ON k.merchant_id = c.merchant_id
        WHERE c.merchant_id = \(merchant) ORDER BY c.certificate_id DESC
        """
    }

    /// Certificates with a warning due. Workers skip rows that another worker has locked.
    ///
    /// All merchants: a worker warns them all.
    static func toWarn(at now: Instant, limit: Int) -> Query {
        """
        SELECT \(columns) FROM certificates c WHERE c.warn_at <= \(now)
        ORDER BY c.warn_at LIMIT \(Int64(limit)) FOR UPDATE SKIP LOCKED
        """
    }

    var storeWarning: Query {
        """
        UPDATE certificates SET warn_at = \(warnAt), events = \(Int64(events))
        WHERE merchant_id = \(id.merchant) AND certificate_id = \(id.uuid)
        """
    }

    init(row: Row) throws {
        let kind: String = try row.get("kind")
        guard let kind = CertificateKind(stored: kind) else {
            throw StoredValueError(column: "kind")
        }
        self.init(
            id: ID(merchant: try row.get("merchant_id"), uuid: try row.get("certificate_id")),
            kind: kind, identifier: try row.get("merchant_identifier"),
            teamIdentifier: try row.get("team_identifier"),
            fingerprint: try row.get("fingerprint"), publicKeyHash: try row.get("public_key_hash"),
            validFrom: try row.get("valid_from"), expiresAt: try row.get("expires_at"),
            createdAt: try row.get("created_at"), warnAt: try row.get("warn_at"),
            events: Int(try row.get("events", as: Int64.self)))
    }
}
