import Merchants
import Postgres
import Vocabulary

extension SharedOrder {
    static let columns: Query = """
        o.merchant_id, o.shared_order_id, o.state, o.version, o.events, o.currency, o.derivation_key,
        o.generation, o.data_key, o.host, o.participants, o.present, o.choices, o.total, o.taken,
        o.deadline_at, o.round, o.payers, o.locked_hash, o.tip, o.pay_by, o.created_at,
        o.changed_at, o.ended_at
        """

    static func find(_ id: ID) -> Query {
        """
        SELECT \(columns) FROM shared_orders o
        WHERE o.merchant_id = \(id.merchant) AND o.shared_order_id = \(id.uuid)
        """
    }

    /// Locks the orders' rows in the given order: the first statement of every change.
    static func lock(_ ids: [ID]) -> Query {
        // All merchants: each order is selected by its merchant and UUID.
        """
        SELECT \(columns) FROM unnest(\(ids.map(\.merchant.value)),
            \(Bind.uuids(ids.map { ($0.uuid.high, $0.uuid.low) })))
            WITH ORDINALITY AS g (merchant, id, place)
        JOIN shared_orders o ON o.merchant_id = g.merchant AND o.shared_order_id = g.id
        ORDER BY g.place FOR UPDATE OF o
        """
    }

    static func terms(_ id: ID) -> Query {
        """
        SELECT terms, generation FROM shared_orders
        WHERE merchant_id = \(id.merchant) AND shared_order_id = \(id.uuid)
        """
    }

    static func generation(_ id: ID) -> Query {
        """
        SELECT generation FROM shared_orders
        WHERE merchant_id = \(id.merchant) AND shared_order_id = \(id.uuid)
        """
    }

    func insert(_ terms: [UInt8]) -> Query {
        """
        INSERT INTO shared_orders (merchant_id, shared_order_id, state, version, events, currency, terms,
            derivation_key, generation, data_key, host, participants, present, choices, total,
            taken, deadline_at, created_at, changed_at)
        VALUES (\(id.merchant), \(id.uuid), \(state.rawValue), \(version), \(Int64(events)),
            \(currency), \(Bind.json(terms)), \(Int64(keyNumber)), \(Int64(generation)), \(dataKey),
            \(Int64(host)), \(Int64(participants)), \(Int64(present)), \(Int64(choices)), \(total),
            \(taken), \(deadlineAt), \(createdAt), \(changedAt))
        """
    }

    static let changed = TableColumns<SharedOrder>(
        of: "shared_orders",
        [
            .key("merchant_id") { $0.id.merchant }, .key("shared_order_id") { $0.id.uuid },
            TableColumn("state") { $0.state.rawValue }, TableColumn("version") { $0.version },
            TableColumn("events") { $0.events }, TableColumn("generation") { $0.generation },
            TableColumn("data_key") { $0.dataKey.map(RawBytes.init) },
            TableColumn("host") { $0.host }, TableColumn("participants") { $0.participants },
            TableColumn("present") { $0.present }, TableColumn("choices") { $0.choices },
            TableColumn("total") { $0.total },
            TableColumn("taken", as: "bigint[]") { ArrayLiteral($0.taken) },
            TableColumn("round") { $0.round }, TableColumn("payers") { $0.payers?.rawValue },
            TableColumn("locked_hash") { $0.lockedHash.map(RawBytes.init) },
            TableColumn("tip") { $0.tip }, TableColumn("pay_by") { $0.payBy },
            TableColumn("changed_at") { $0.changedAt }, TableColumn("ended_at") { $0.endedAt },
        ])

    /// The versions of the given orders.
    static func versions(of orders: [ID]) -> Query {
        // All merchants: each order is selected by its merchant and UUID.
        """
        SELECT o.merchant_id, o.shared_order_id, o.version
        FROM unnest(\(orders.map(\.merchant.value)),
            \(Bind.uuids(orders.map { ($0.uuid.high, $0.uuid.low) })))
            AS n (merchant_id, shared_order_id)
        JOIN shared_orders o ON o.merchant_id = n.merchant_id
            AND o.shared_order_id = n.shared_order_id
        """
    }

    /// Finds orders to expire or to reopen: open ones after their deadline, and locked ones after
    /// the end of their lock.
    static func pastDeadline(at now: Instant, limit: Int) -> Query {
        // All merchants: deadlines pass for the orders of every merchant.
        """
        SELECT merchant_id, shared_order_id FROM shared_orders
        WHERE state IN ('open', 'locked')
            AND (CASE WHEN state = 'locked' THEN pay_by ELSE deadline_at END) <= \(now)
        ORDER BY (CASE WHEN state = 'locked' THEN pay_by ELSE deadline_at END)
        LIMIT \(Int64(limit))
        """
    }

    /// Erases orders that ended before `moment`: participants' names and person identifiers,
    /// devices, names of free items, and the data key.
    static func erase(before moment: Instant, limit: Int) -> Query {
        // All merchants: one worker erases the orders of every merchant.
        """
        WITH old AS MATERIALIZED (
            SELECT merchant_id, shared_order_id FROM shared_orders
            WHERE data_key IS NOT NULL AND ended_at < \(moment)
            ORDER BY ended_at LIMIT \(Int64(limit)) FOR UPDATE SKIP LOCKED),
        devices AS (
            DELETE FROM shared_devices d USING old WHERE d.merchant_id = old.merchant_id
                AND d.shared_order_id = old.shared_order_id),
        free AS (
            UPDATE shared_choices c SET name = '…' FROM old
            WHERE c.merchant_id = old.merchant_id AND c.shared_order_id = old.shared_order_id
                AND c.name IS NOT NULL),
        people AS (
            UPDATE shared_participants p SET name = NULL, person = gen_random_uuid() FROM old
            WHERE p.merchant_id = old.merchant_id AND p.shared_order_id = old.shared_order_id)
        UPDATE shared_orders o SET data_key = NULL, version = o.version + 1 FROM old
        WHERE o.merchant_id = old.merchant_id AND o.shared_order_id = old.shared_order_id
        RETURNING o.shared_order_id
        """
    }

    static func erasePeople(of order: ID) -> Query {
        """
        WITH devices AS (
            DELETE FROM shared_devices
            WHERE merchant_id = \(order.merchant) AND shared_order_id = \(order.uuid)),
        free AS (
            UPDATE shared_choices SET name = '…'
            WHERE merchant_id = \(order.merchant) AND shared_order_id = \(order.uuid)
                AND name IS NOT NULL)
        UPDATE shared_participants SET name = NULL, person = gen_random_uuid()
        WHERE merchant_id = \(order.merchant) AND shared_order_id = \(order.uuid)
        """
    }

    package init(row: Row) throws {
        let state: String = try row.get("state")
        let payers: String? = try row.get("payers")
        let currency: String = try row.get("currency")
        guard let state = State(rawValue: state), let currency = Currency(currency) else {
            throw StoredValueError(column: "state")
        }
        self.init(
            id: ID(merchant: try row.get("merchant_id"), uuid: try row.get("shared_order_id")),
            state: state, version: try row.get("version"), events: try row.get("events"),
            currency: currency, keyNumber: try row.get("derivation_key"),
            generation: try row.get("generation"), dataKey: try row.get("data_key"),
            host: try row.get("host"), participants: try row.get("participants"),
            present: try row.get("present"), choices: try row.get("choices"),
            total: try row.get("total"), taken: try row.get("taken"),
            deadlineAt: try row.get("deadline_at"), round: try row.get("round"),
            payers: payers.flatMap(Payers.init), lockedHash: try row.get("locked_hash"),
            tip: try row.get("tip"), payBy: try row.get("pay_by"),
            createdAt: try row.get("created_at"), changedAt: try row.get("changed_at"),
            endedAt: try row.get("ended_at"))
    }
}

extension SharedOrder: PlainListable {
    /// The shared orders of a merchant, newest first, without their menus.
    package static func page(_ list: ListPage<SharedOrder>) -> Query {
        """
        SELECT \(columns) FROM shared_orders o
        WHERE o.merchant_id = \(list.parent) AND o.shared_order_id < \(list.after?.uuid ?? .last)
        ORDER BY o.shared_order_id DESC LIMIT \(Int64(list.limit))
        """
    }
}
