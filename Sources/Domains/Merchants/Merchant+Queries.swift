import JSON
import Postgres
import Vocabulary

extension Merchant {
    static func insert(
        name: String, live: Bool, processor: ProcessorName, settings: MerchantSettings,
        at now: Instant
    ) -> Query {
        """
        WITH opened AS (
            INSERT INTO merchants (name, live, processor, created_at)
            VALUES (\(name), \(live), \(processor.rawValue), \(now)) RETURNING merchant_id)
        INSERT INTO merchant_settings (merchant_id, version, settings, created_at)
        SELECT merchant_id, 1, \(Bind.json(settings.bytes)), \(now) FROM opened
        RETURNING merchant_id
        """
    }

    static func find(_ number: MerchantNumber) -> Query {
        """
        SELECT \(columns) FROM merchants m \(settings) WHERE m.merchant_id = \(number)
        """
    }

    private static let columns: Query = """
        m.merchant_id, m.name, m.live, m.processor, s.settings, m.settings_version,
        m.created_at AS merchant_created_at
        """

    /// Joins the current settings of a merchant `m`.
    static let settings: Query = """
        JOIN merchant_settings s
            ON s.merchant_id = m.merchant_id AND s.version = m.settings_version
        """

    /// Locks the merchant; callers read its settings after they hold the lock.
    static func lock(_ number: MerchantNumber) -> Query {
        "SELECT true FROM merchants WHERE merchant_id = \(number) FOR UPDATE"
    }

    /// The settings of one version, with which a checkout was priced.
    static func settings(_ number: MerchantNumber, version: Int64) -> Query {
        """
        SELECT settings FROM merchant_settings
        WHERE merchant_id = \(number) AND version = \(version)
        """
    }

    /// Returns the settings of a version.
    package static func settings(
        _ number: MerchantNumber, version: Int64, in transaction: Transaction
    ) throws -> MerchantSettings? {
        try transaction.run(settings(number, version: version)).first.map {
            try MerchantSettings(stored: try $0.get("settings"))
        }
    }

    /// A page of merchants, newest first.
    ///
    /// All merchants: the operator lists them.
    static func page(before number: MerchantNumber?, limit: Int) -> Query {
        """
        SELECT \(columns) FROM merchants m \(settings)
        WHERE m.merchant_id < \(number?.value ?? Int64.max)
        ORDER BY m.merchant_id DESC LIMIT \(Int64(limit))
        """
    }

    /// Blocks concurrent creation of merchants until the transaction ends.
    static let blockCreation: Query = "LOCK TABLE merchants IN SHARE ROW EXCLUSIVE MODE"

    /// The oldest test merchant with a name.
    ///
    /// All merchants: the operator searches them.
    static func firstTest(named name: String) -> Query {
        """
        SELECT \(columns) FROM merchants m \(settings)
        WHERE m.name = \(name) AND NOT m.live ORDER BY m.merchant_id LIMIT 1
        """
    }

    /// A live merchant, if one exists.
    ///
    /// All merchants: the server itself checks them.
    static let anyLive: Query = "SELECT true FROM merchants WHERE live LIMIT 1"

    static func store(_ merchant: Merchant, at now: Instant) -> Query {
        """
        WITH inserted AS (
            INSERT INTO merchant_settings (merchant_id, version, settings, created_at)
            VALUES (\(merchant.number), \(merchant.settingsVersion),
                \(Bind.json(merchant.settings.bytes)), \(now)) RETURNING merchant_id)
        UPDATE merchants SET name = \(merchant.name),
            settings_version = \(merchant.settingsVersion)
        WHERE merchant_id = \(merchant.number)
        """
    }

    init(row: Row) throws {
        let processor: String = try row.get("processor")
        guard let processor = ProcessorName(rawValue: processor) else {
            throw StoredValueError(column: "processor")
        }
        self.init(
            number: try row.get("merchant_id"), name: try row.get("name"),
            live: try row.get("live"), processor: processor,
            settings: try MerchantSettings(stored: try row.get("settings")),
            settingsVersion: try row.get("settings_version"),
            createdAt: try row.get("merchant_created_at"))
    }
}

/// The domains registered by merchants; each has one owner.
enum DomainName {
    static func clear(of merchant: MerchantNumber, except domains: [String]) -> Query {
        """
        DELETE FROM names
        WHERE merchant_id = \(merchant) AND kind = 'domain' AND NOT name = ANY (\(domains))
        """
    }

    /// Returns one row for each domain that the merchant now owns.
    static func claim(_ domains: [String], for merchant: MerchantNumber) -> Query {
        """
        INSERT INTO names (kind, name, merchant_id)
        SELECT 'domain', d, \(merchant) FROM unnest(\(domains)) AS d ORDER BY d
        ON CONFLICT (kind, name) DO UPDATE SET merchant_id = names.merchant_id
            WHERE names.merchant_id = \(merchant)
        RETURNING name
        """
    }
}
