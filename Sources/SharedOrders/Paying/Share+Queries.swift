import Merchants
import Postgres
import Vocabulary

extension Share {
    static let columns: Query = """
        s.merchant_id, s.shared_order_id, s.round, s.share, s.participant, s.amount,
        s.checkout_id, s.state AS share_state, s.tries
        """

    static func all(of order: SharedOrder.ID, round: Int) -> Query {
        """
        SELECT \(columns) FROM shared_shares s
        WHERE s.merchant_id = \(order.merchant) AND s.shared_order_id = \(order.uuid)
            AND s.round = \(Int64(round))
        ORDER BY s.share
        """
    }

    /// That which a checkout pays, whichever round it is of.
    static func find(by checkout: UUID128, of merchant: MerchantNumber) -> Query {
        """
        SELECT \(columns) FROM shared_shares s
        WHERE s.merchant_id = \(merchant) AND s.checkout_id = \(checkout)
        """
    }

    var insert: Query {
        """
        INSERT INTO shared_shares (merchant_id, shared_order_id, round, share, participant, amount,
            checkout_id, state)
        VALUES (\(order.merchant), \(order.uuid), \(Int64(round)), \(Int64(number)),
            \(Int64(participant)), \(amount), \(checkout), \(state.rawValue))
        """
    }

    /// - Parameter due: when a worker is to look at it; nothing where nothing is to be done.
    func store(due: Instant?) -> Query {
        """
        UPDATE shared_shares SET checkout_id = \(checkout), state = \(state.rawValue),
            due_at = \(due), tries = \(Int64(tries))
        WHERE merchant_id = \(order.merchant) AND shared_order_id = \(order.uuid)
            AND round = \(Int64(round)) AND share = \(Int64(number))
        """
    }

    /// Of an order that is not paid after all, whatever was begun to be paid.
    static func letGo(_ order: SharedOrder, at now: Instant) -> Query {
        """
        UPDATE shared_shares SET
            state = CASE WHEN checkout_id IS NULL THEN 'let_go' ELSE 'letting_go' END,
            due_at = CASE WHEN checkout_id IS NULL THEN NULL ELSE \(now) END
        WHERE merchant_id = \(order.id.merchant) AND shared_order_id = \(order.id.uuid)
            AND state IN ('due', 'authorized')
        """
    }

    init(row: Row) throws {
        let state: String = try row.get("share_state")
        guard let state = State(rawValue: state) else {
            throw StoredSharedOrderError(column: "state")
        }
        self.init(
            order: SharedOrder.ID(
                merchant: try row.get("merchant_id"), uuid: try row.get("shared_order_id")),
            round: try row.get("round"), number: try row.get("share"),
            participant: try row.get("participant"), amount: try row.get("amount"),
            checkout: try row.get("checkout_id"), state: state, tries: try row.get("tries"))
    }
}
