import Merchants
import Postgres
import Vocabulary

extension TestClock {
    private static let columns: Query = "merchant_id, clock_id, name, at, target, created_at"

    var insert: Query {
        """
        INSERT INTO test_clocks (merchant_id, clock_id, name, at, created_at)
        VALUES (\(id.merchant), \(id.uuid), \(name), \(at), \(createdAt))
        """
    }

    static func find(_ id: ID) -> Query {
        """
        SELECT \(columns) FROM test_clocks
        WHERE merchant_id = \(id.merchant) AND clock_id = \(id.uuid)
        """
    }

    static func lock(_ id: ID) -> Query { "\(find(id)) FOR UPDATE" }

    func store(leasedUntil: Instant?) -> Query {
        """
        UPDATE test_clocks SET at = \(at), target = \(target), leased_until = \(leasedUntil)
        WHERE merchant_id = \(id.merchant) AND clock_id = \(id.uuid)
        """
    }

    /// Stores the clock's time on the way to a target, unless the target has changed or the clock
    /// is further: a worker that was suspended may find that another has continued.
    func move(to goal: Instant, leasedUntil: Instant?) -> Query {
        """
        UPDATE test_clocks SET at = \(at), target = \(target), leased_until = \(leasedUntil)
        WHERE merchant_id = \(id.merchant) AND clock_id = \(id.uuid)
            AND target = \(goal) AND at <= \(at)
        RETURNING true
        """
    }

    /// Claims clocks that have a target and no live lease.
    static func claimAdvancing(at now: Instant, leasedUntil: Instant, limit: Int) -> Query {
        // All merchants: workers move the clocks of every merchant.
        """
        UPDATE test_clocks SET leased_until = \(leasedUntil)
        WHERE (merchant_id, clock_id) IN (
            SELECT merchant_id, clock_id FROM test_clocks
            WHERE target IS NOT NULL AND leased_until <= \(now)
            ORDER BY leased_until LIMIT \(Int64(limit)) FOR UPDATE SKIP LOCKED)
        RETURNING \(columns)
        """
    }

    /// The first moment at which anything on a clock is due.
    static func nextDue(_ id: ID) -> Query {
        """
        SELECT least(
            (SELECT min(due_at) FROM subscriptions WHERE merchant_id = \(id.merchant)
                AND clock_id = \(id.uuid) AND due_at IS NOT NULL),
            (SELECT min(due_at) FROM invoices WHERE merchant_id = \(id.merchant)
                AND clock_id = \(id.uuid) AND due_at IS NOT NULL),
            (SELECT min(due_at) FROM later_payments WHERE merchant_id = \(id.merchant)
                AND clock_id = \(id.uuid) AND due_at IS NOT NULL)) AS due_at
        """
    }

    package init(row: Row) throws {
        self.init(
            id: ID(merchant: try row.get("merchant_id"), uuid: try row.get("clock_id")),
            name: try row.get("name"), at: try row.get("at"), target: try row.get("target"),
            createdAt: try row.get("created_at"))
    }
}

extension TestClock: PlainListable {
    /// The test clocks of a merchant, newest first.
    package static func page(_ list: ListPage<TestClock>) -> Query {
        """
        SELECT \(columns) FROM test_clocks
        WHERE merchant_id = \(list.parent) AND clock_id < \(list.after?.uuid ?? .last)
        ORDER BY clock_id DESC LIMIT \(Int64(list.limit))
        """
    }
}
