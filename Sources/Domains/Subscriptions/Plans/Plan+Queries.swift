import Merchants
import Postgres
import Vocabulary

extension Plan {
    private static let columns: Query = """
        p.merchant_id, p.plan_id, v.version, v.terms, p.created_at, p.archived_at
        """

    private static let newest: Query = """
        FROM plans p JOIN plan_versions v ON v.merchant_id = p.merchant_id
            AND v.plan_id = p.plan_id AND v.version = p.version
        """

    var insert: Query {
        """
        INSERT INTO plans (merchant_id, plan_id, created_at)
        VALUES (\(id.merchant), \(id.uuid), \(createdAt))
        """
    }

    func insertVersion(at now: Instant) -> Query {
        """
        INSERT INTO plan_versions (merchant_id, plan_id, version, terms, created_at)
        VALUES (\(id.merchant), \(id.uuid), \(Int64(version)), \(Bind.json(terms.bytes)), \(now))
        """
    }

    var store: Query {
        """
        UPDATE plans SET version = \(Int64(version)), archived_at = \(archivedAt)
        WHERE merchant_id = \(id.merchant) AND plan_id = \(id.uuid)
        """
    }

    static func find(_ id: ID) -> Query {
        """
        SELECT \(columns) \(newest)
        WHERE p.merchant_id = \(id.merchant) AND p.plan_id = \(id.uuid)
        """
    }

    static func lock(_ id: ID) -> Query { "\(find(id)) FOR UPDATE OF p" }

    static func find(_ id: ID, version: Int) -> Query {
        """
        SELECT \(columns) FROM plans p JOIN plan_versions v ON v.merchant_id = p.merchant_id
            AND v.plan_id = p.plan_id
        WHERE p.merchant_id = \(id.merchant) AND p.plan_id = \(id.uuid)
            AND v.version = \(Int64(version))
        """
    }

    package init(row: Row) throws {
        let version: Int64 = try row.get("version")
        self.init(
            id: ID(merchant: try row.get("merchant_id"), uuid: try row.get("plan_id")),
            version: Int(version), terms: try PlanTerms(stored: try row.get("terms")),
            createdAt: try row.get("created_at"), archivedAt: try row.get("archived_at"))
    }
}

extension Plan: PlainListable {
    /// The plans of a merchant, newest first, without archived ones.
    package static func page(_ list: ListPage<Plan>) -> Query {
        """
        SELECT \(columns) \(newest)
        WHERE p.merchant_id = \(list.parent) AND p.plan_id < \(list.after?.uuid ?? .last)
            AND p.archived_at IS NULL
        ORDER BY p.plan_id DESC LIMIT \(Int64(list.limit))
        """
    }
}
