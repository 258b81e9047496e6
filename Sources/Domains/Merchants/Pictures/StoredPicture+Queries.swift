import Pictures
import Postgres
import Vocabulary

extension StoredPicture {
    private static let columns: Query = """
        p.merchant_id, p.name, p.media_type, p.width, p.height, octet_length(p.bytes) AS count,
        p.digest, p.created_at
        """

    /// Serializes the storing of a merchant's pictures, so that their number cannot exceed the
    /// limit.
    static func lockOwner(_ merchant: MerchantNumber) -> Query {
        "SELECT true FROM merchants WHERE merchant_id = \(merchant) FOR NO KEY UPDATE"
    }

    /// The number of a merchant's pictures, except the one with this name.
    static func count(of merchant: MerchantNumber, but name: PictureName) -> Query {
        """
        SELECT count(*) AS count FROM pictures
        WHERE merchant_id = \(merchant) AND name <> \(name.text)
        """
    }

    /// Replaces the picture with the same name; `created_at` stays that of the first.
    static func store(
        _ print: ImageProcessor.ProcessedPicture, digest: [UInt8], as name: PictureName,
        of merchant: MerchantNumber,
        now: Instant
    ) -> Query {
        """
        INSERT INTO pictures AS p (merchant_id, name, media_type, width, height, bytes, tile,
            digest, created_at)
        VALUES (\(merchant), \(name.text), \(print.kind.mediaType), \(print.width),
            \(print.height), \(print.bytes), \(print.tile), \(digest), \(now))
        ON CONFLICT (merchant_id, name) DO UPDATE
            SET media_type = excluded.media_type, width = excluded.width,
                height = excluded.height, bytes = excluded.bytes, tile = excluded.tile,
                digest = excluded.digest
            WHERE p.merchant_id = \(merchant)
        RETURNING \(columns), p.xmax = 0 AS is_new
        """
    }

    /// Those of the names for which a picture exists.
    static func named(_ names: [String], of merchant: MerchantNumber) -> Query {
        """
        SELECT p.name FROM pictures p
        WHERE p.merchant_id = \(merchant) AND p.name = ANY (\(names))
        """
    }

    static func find(_ name: PictureName, of merchant: MerchantNumber) -> Query {
        """
        SELECT \(columns), p.bytes FROM pictures p
        WHERE p.merchant_id = \(merchant) AND p.name = \(name.text)
        """
    }

    /// The bytes to compose, in the given order of names: the whole picture for one name, tiles for
    /// several.
    static func tiles(_ names: [PictureName], of merchant: MerchantNumber) -> Query {
        let part: Query = names.count == 1 ? "p.bytes" : "p.tile"
        return """
            SELECT \(part) AS bytes
            FROM unnest(\(names.map(\.text))::text[]) WITH ORDINALITY AS of (name, place)
            JOIN pictures p ON p.merchant_id = \(merchant) AND p.name = of.name
            WHERE p.merchant_id = \(merchant)
            ORDER BY of.place LIMIT \(Int64(Picture.tilesMax))
            """
    }

    static func delete(_ name: PictureName, of merchant: MerchantNumber) -> Query {
        """
        DELETE FROM pictures WHERE merchant_id = \(merchant) AND name = \(name.text)
        RETURNING true
        """
    }

    package init(row: Row) throws {
        guard let name = PictureName(try row.get("name")) else {
            throw StoredValueError(column: "name")
        }
        guard let kind = Picture.Kind(mediaType: try row.get("media_type")) else {
            throw StoredValueError(column: "media_type")
        }
        self.init(
            merchant: try row.get("merchant_id"), name: name, kind: kind,
            width: try row.get("width"), height: try row.get("height"),
            byteCount: try row.get("count"), digest: try row.get("digest"),
            createdAt: try row.get("created_at"))
    }
}

extension StoredPicture: PlainListable {
    package typealias ID = PictureName

    package var id: ID { name }

    /// By name.
    package static func page(_ list: ListPage<StoredPicture>) -> Query {
        """
        SELECT \(columns) FROM pictures p
        WHERE p.merchant_id = \(list.parent) AND p.name > \(list.after?.text ?? "")
        ORDER BY p.name LIMIT \(Int64(list.limit))
        """
    }
}
