import Archive
import Merchants
import Postgres
import Vocabulary

extension PassType {
    private static let columns: Query = """
        t.merchant_id, t.pass_type_id, t.identifier, t.team_identifier, t.version, t.summary,
        t.created_at, t.changed_at
        """

    /// The type's columns for writing a pass document.
    static let templateColumns: Query = """
        t.version, t.team_identifier, (
            SELECT f.bytes FROM pass_type_files f WHERE f.merchant_id = t.merchant_id
                AND f.pass_type_id = t.pass_type_id AND f.path = t.kind || '.json') AS document
        """

    /// Locks the type in share mode while a pass is issued: the template cannot change.
    static func lockShared(_ id: ID) -> Query {
        """
        SELECT t.identifier, \(templateColumns) FROM pass_types t
        WHERE t.merchant_id = \(id.merchant) AND t.pass_type_id = \(id.uuid) FOR SHARE
        """
    }

    /// Locks the type while a worker moves passes to its template and stores the progress. A second
    /// worker waits here: with share locks, neither could update the row.
    static func lockRow(_ id: ID) -> Query {
        """
        SELECT t.version FROM pass_types t
        WHERE t.merchant_id = \(id.merchant) AND t.pass_type_id = \(id.uuid) FOR NO KEY UPDATE
        """
    }

    /// Finds the type of a phone's request by its identifier alone.
    static func find(named identifier: String) -> Query {
        """
        SELECT t.merchant_id, t.pass_type_id FROM names n JOIN pass_types t
            ON t.merchant_id = n.merchant_id AND t.identifier = n.name
        WHERE n.kind = \(PackageKind(of: identifier).nameKind) AND n.name = \(identifier)
        """
    }

    /// The type of a merchant's orders, if it has a template.
    static func ofOrders(_ merchant: MerchantNumber) -> Query {
        """
        SELECT \(columns) FROM pass_types t
        WHERE t.merchant_id = \(merchant) AND t.kind = 'order' AND t.version > 0
        """
    }

    /// Types with passes that do not use the current template yet.
    ///
    /// All merchants: a worker moves all their passes.
    static func outdated(limit: Int) -> Query {
        """
        SELECT \(columns) FROM pass_types t WHERE t.brought_version < t.version
        ORDER BY t.merchant_id, t.pass_type_id LIMIT \(Int64(limit))
        """
    }

    /// Stores that all passes use a version of the template, if they do.
    static func markUpToDate(_ id: ID, to version: Int) -> Query {
        """
        UPDATE pass_types SET brought_version = \(Int64(version))
        WHERE merchant_id = \(id.merchant) AND pass_type_id = \(id.uuid)
            AND brought_version < \(Int64(version)) AND NOT EXISTS (
                SELECT FROM passes p WHERE p.merchant_id = \(id.merchant)
                    AND p.pass_type_id = \(id.uuid) AND p.template_version < \(Int64(version))
                    AND p.erased_at IS NULL)
        """
    }

    /// Returns a row if the name now belongs to the merchant, none if another merchant owns it.
    static func claim(_ identifier: String, for merchant: MerchantNumber) -> Query {
        """
        INSERT INTO names (kind, name, merchant_id)
        VALUES (\(PackageKind(of: identifier).nameKind), \(identifier), \(merchant))
        ON CONFLICT (kind, name) DO UPDATE SET merchant_id = names.merchant_id
            WHERE names.merchant_id = \(merchant)
        RETURNING name
        """
    }

    static func releaseName(_ identifier: String, of merchant: MerchantNumber) -> Query {
        """
        DELETE FROM names
        WHERE kind = \(PackageKind(of: identifier).nameKind) AND name = \(identifier)
            AND merchant_id = \(merchant)
        """
    }

    /// Returns no row if the merchant already has an order type.
    var insert: Query {
        """
        INSERT INTO pass_types (merchant_id, pass_type_id, kind, identifier, team_identifier,
            created_at, changed_at)
        VALUES (\(id.merchant), \(id.uuid), \(kind.stored), \(identifier), \(teamIdentifier),
            \(createdAt), \(changedAt))
        ON CONFLICT (merchant_id) WHERE kind = 'order' DO NOTHING
        RETURNING true
        """
    }

    var store: Query {
        """
        UPDATE pass_types SET version = \(Int64(version)),
            summary = \(summary.map(Bind.json)), changed_at = \(changedAt)
        WHERE merchant_id = \(id.merchant) AND pass_type_id = \(id.uuid)
        """
    }

    static func find(_ id: ID) -> Query {
        """
        SELECT \(columns) FROM pass_types t
        WHERE t.merchant_id = \(id.merchant) AND t.pass_type_id = \(id.uuid)
        """
    }

    static func lock(_ id: ID) -> Query { "\(find(id)) FOR UPDATE" }

    /// A merchant's types, newest first: a handful.
    static func all(of merchant: MerchantNumber) -> Query {
        """
        SELECT \(columns) FROM pass_types t WHERE t.merchant_id = \(merchant)
        ORDER BY t.pass_type_id DESC
        """
    }

    static func remove(_ id: ID) -> Query {
        """
        DELETE FROM pass_types WHERE merchant_id = \(id.merchant) AND pass_type_id = \(id.uuid)
        """
    }

    /// A type with the files of its template, one per row, in one consistent read.
    static func findWithFiles(_ id: ID) -> Query {
        """
        SELECT \(columns), f.path, f.bytes
        FROM pass_types t JOIN pass_type_files f ON f.merchant_id = t.merchant_id
            AND f.pass_type_id = t.pass_type_id
        WHERE t.merchant_id = \(id.merchant) AND t.pass_type_id = \(id.uuid)
        ORDER BY f.path COLLATE "C"
        """
    }

    /// The first of these files that the template has, ignoring case.
    static func file(_ paths: [String], of id: ID) -> Query {
        """
        SELECT f.bytes FROM pass_type_files f
        JOIN unnest(\(paths)::text[]) WITH ORDINALITY AS of (path, place) ON lower(f.path) = of.path
        WHERE f.merchant_id = \(id.merchant) AND f.pass_type_id = \(id.uuid)
        ORDER BY of.place LIMIT 1
        """
    }

    static func dropFiles(of id: ID) -> Query {
        """
        DELETE FROM pass_type_files
        WHERE merchant_id = \(id.merchant) AND pass_type_id = \(id.uuid)
        """
    }

    static func insert(_ files: [Zip.File], of id: ID) -> Query {
        """
        INSERT INTO pass_type_files (merchant_id, pass_type_id, path, bytes)
        SELECT \(id.merchant), \(id.uuid), path, bytes
        FROM unnest(\(files.map(\.path))::text[], \(files.map(\.bytes))::bytea[]) AS f (path, bytes)
        """
    }

    init(row: Row) throws {
        self.init(
            id: ID(merchant: try row.get("merchant_id"), uuid: try row.get("pass_type_id")),
            identifier: try row.get("identifier"),
            teamIdentifier: try row.get("team_identifier"),
            version: Int(try row.get("version", as: Int64.self)),
            summary: try row.get("summary", as: String?.self).map { Array($0.utf8) },
            createdAt: try row.get("created_at"), changedAt: try row.get("changed_at"))
    }
}
