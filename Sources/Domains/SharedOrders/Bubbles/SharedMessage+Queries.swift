import Merchants
import Postgres
import Vocabulary

extension SharedMessage {
    static func count(of order: SharedOrder.ID) -> Query {
        """
        SELECT coalesce(max(message), 0)::bigint AS count FROM shared_messages
        WHERE merchant_id = \(order.merchant) AND shared_order_id = \(order.uuid)
        """
    }

    static func find(_ number: Int, of order: SharedOrder.ID) -> Query {
        """
        SELECT message, participant, state FROM shared_messages
        WHERE merchant_id = \(order.merchant) AND shared_order_id = \(order.uuid)
            AND message = \(Int64(number))
        """
    }

    /// The messages among the given numbers that were not sent yet.
    static func waiting(_ numbers: [Int], of order: SharedOrder.ID) -> Query {
        """
        SELECT message, participant, state FROM shared_messages
        WHERE merchant_id = \(order.merchant) AND shared_order_id = \(order.uuid)
            AND message = ANY (\(numbers.map(Int64.init))) AND state IN ('composed', 'staged')
        """
    }

    func insert(_ order: SharedOrder.ID, at now: Instant) -> Query {
        """
        INSERT INTO shared_messages (merchant_id, shared_order_id, message, participant, state,
            composed_at, changed_at)
        VALUES (\(order.merchant), \(order.uuid), \(Int64(number)), \(Int64(participant)),
            \(state.rawValue), \(now), \(now))
        """
    }

    func store(_ order: SharedOrder.ID, at now: Instant) -> Query {
        """
        UPDATE shared_messages SET state = \(state.rawValue), changed_at = \(now)
        WHERE merchant_id = \(order.merchant) AND shared_order_id = \(order.uuid)
            AND message = \(Int64(number))
        """
    }

    init(row: Row) throws {
        let state: String = try row.get("state")
        guard let state = State(rawValue: state) else {
            throw StoredValueError(column: "state")
        }
        self.init(
            number: try row.get("message"), participant: try row.get("participant"), state: state)
    }
}
