import Merchants
import Postgres
import Vocabulary

extension ParticipantShare {
    static let columns: Query = """
        s.merchant_id, s.shared_order_id, s.round, s.share, s.participant, s.amount, s.is_rest,
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

    var insert: Query {
        """
        INSERT INTO shared_shares (merchant_id, shared_order_id, round, share, participant, amount,
            is_rest, checkout_id, state)
        VALUES (\(order.merchant), \(order.uuid), \(Int64(round)), \(Int64(number)),
            \(Int64(participant)), \(amount), \(coversUnpaidShares), \(checkout), \(state.rawValue))
        """
    }

    /// - Parameter due: the time at which a worker checks the share; nil until an event makes it
    ///   due.
    func store(due: Instant?) -> Query {
        """
        UPDATE shared_shares SET checkout_id = \(checkout), state = \(state.rawValue),
            due_at = \(due), tries = \(Int64(tries))
        WHERE merchant_id = \(order.merchant) AND shared_order_id = \(order.uuid)
            AND round = \(Int64(round)) AND share = \(Int64(number))
        """
    }

    /// Stores the result of a check and the time of the next one. If an event has woken the share
    /// since the worker claimed it, its due time stays.
    func store(due: Instant?, claimedUntil lease: Instant) -> Query {
        """
        UPDATE shared_shares SET checkout_id = \(checkout), state = \(state.rawValue),
            due_at = CASE WHEN due_at = \(lease) THEN \(due) ELSE due_at END
        WHERE merchant_id = \(order.merchant) AND shared_order_id = \(order.uuid)
            AND round = \(Int64(round)) AND share = \(Int64(number))
        """
    }

    /// Releases all shares of an order that will not be paid, and makes those with a checkout due
    /// for a worker.
    static func release(_ order: SharedOrder, at now: Instant) -> Query {
        """
        UPDATE shared_shares SET
            state = CASE WHEN checkout_id IS NULL THEN 'let_go' ELSE 'letting_go' END,
            due_at = CASE WHEN checkout_id IS NULL THEN NULL ELSE \(now) END
        WHERE merchant_id = \(order.id.merchant) AND shared_order_id = \(order.id.uuid)
            AND state IN ('due', 'authorized')
        """
    }

    /// Makes the authorized shares of a paid order due for capture.
    static func capture(_ order: SharedOrder, at now: Instant) -> Query {
        """
        UPDATE shared_shares SET state = 'taking', due_at = \(now)
        WHERE merchant_id = \(order.id.merchant) AND shared_order_id = \(order.id.uuid)
            AND round = \(Int64(order.round)) AND state = 'authorized'
        """
    }

    /// Makes the share of a changed checkout due for a worker.
    static func makeDue(by checkout: UUID128, of merchant: MerchantNumber, at now: Instant) -> Query
    {
        """
        UPDATE shared_shares SET due_at = least(due_at, \(now))
        WHERE merchant_id = \(merchant) AND checkout_id = \(checkout)
            AND state IN ('due', 'authorized', 'taking', 'letting_go')
        """
    }

    /// Claims due shares until the lease ends. Workers skip each other's locked rows.
    static func claim(at now: Instant, leasedUntil: Instant, limit: Int) -> Query {
        // All merchants: workers check the shares of every merchant.
        """
        WITH found AS MATERIALIZED (
            SELECT s.merchant_id, s.shared_order_id, s.round, s.share FROM shared_shares s
            WHERE s.due_at <= \(now)
            ORDER BY s.due_at LIMIT \(Int64(limit)) FOR UPDATE SKIP LOCKED)
        UPDATE shared_shares s SET due_at = \(leasedUntil) FROM found f
        WHERE s.merchant_id = f.merchant_id AND s.shared_order_id = f.shared_order_id
            AND s.round = f.round AND s.share = f.share
        RETURNING \(columns)
        """
    }

    /// Schedules another check, unless the share is done or an event has made it due at once.
    func postpone(until moment: Instant, claimedUntil lease: Instant) -> Query {
        """
        UPDATE shared_shares SET tries = tries + 1,
            due_at = CASE WHEN due_at = \(lease) THEN \(moment) ELSE due_at END
        WHERE merchant_id = \(order.merchant) AND shared_order_id = \(order.uuid)
            AND round = \(Int64(round)) AND share = \(Int64(number)) AND due_at IS NOT NULL
        """
    }

    init(row: Row) throws {
        let state: String = try row.get("share_state")
        guard let state = State(rawValue: state) else {
            throw StoredValueError(column: "state")
        }
        self.init(
            order: SharedOrder.ID(
                merchant: try row.get("merchant_id"), uuid: try row.get("shared_order_id")),
            round: try row.get("round"), number: try row.get("share"),
            participant: try row.get("participant"), amount: try row.get("amount"),
            coversUnpaidShares: try row.get("is_rest"), checkout: try row.get("checkout_id"),
            state: state,
            tries: try row.get("tries"))
    }
}
