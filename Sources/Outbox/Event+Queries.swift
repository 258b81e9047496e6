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
}
