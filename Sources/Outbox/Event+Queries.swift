import Merchants
import Postgres
import Vocabulary

extension Event {
    package var insert: Query {
        """
        INSERT INTO events (merchant_id, event_id, type, object, sequence, data, created_at)
        VALUES (\(id.merchant), \(id.uuid), \(type.rawValue), \(object), \(Int64(sequence)),
            \(Bind.json(data)), \(at))
        """
    }

    /// The columns of an event that was joined as `v`, named apart from those beside them.
    package static let columns: Query = """
        v.merchant_id, v.event_id AS event, v.type AS event_type, v.object AS event_object,
        v.sequence AS event_sequence, v.data AS event_data, v.created_at AS event_created_at
        """

    package static func find(_ id: ID) -> Query {
        """
        SELECT \(columns) FROM events v
        WHERE v.merchant_id = \(id.merchant) AND v.event_id = \(id.uuid)
        """
    }

    package init(row: Row) throws {
        let type: String = try row.get("event_type")
        guard let type = Kind(rawValue: type) else { throw StoredOutboxError(column: "type") }
        self.init(
            id: ID(merchant: try row.get("merchant_id"), uuid: try row.get("event")), type: type,
            object: try row.get("event_object"), sequence: try row.get("event_sequence"),
            data: try row.get("event_data"), at: try row.get("event_created_at"))
    }
}

/// A stored value that this version of the server does not understand.
package struct StoredOutboxError: Error, Equatable {
    package let column: String
}
