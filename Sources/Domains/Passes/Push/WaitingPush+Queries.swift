import Postgres
import Vocabulary

extension WaitingPush {
    /// Enqueues one push for each phone with one of these passes, unless one is already waiting. A
    /// push that Apple postponed stays postponed.
    static func enqueue(
        for passes: [UUID128], _ merchant: MerchantNumber, at now: Instant
    ) -> Query {
        """
        INSERT INTO wallet_pushes AS w (merchant_id, pass_type_id, device, asked_at, due_at)
        SELECT DISTINCT r.merchant_id, r.pass_type_id, r.device, \(now)::timestamptz, \(now)::timestamptz
        FROM wallet_registrations r WHERE r.merchant_id = \(merchant)
            AND r.pass_id = ANY (\(Bind.uuids(passes.map { ($0.high, $0.low) })))
        ORDER BY r.merchant_id, r.pass_type_id, r.device
        ON CONFLICT (merchant_id, pass_type_id, device) DO UPDATE SET asked_at = EXCLUDED.asked_at,
            due_at = CASE WHEN w.tries = 0 THEN EXCLUDED.due_at ELSE w.due_at END
        RETURNING w.device
        """
    }

    /// Leases due pushes. Workers skip rows that another worker has locked.
    static func claim(at now: Instant, limit: Int) -> Query {
        // All merchants: a worker notifies all their phones.
        """
        WITH found AS MATERIALIZED (
            SELECT w.merchant_id, w.pass_type_id, w.device FROM wallet_pushes w
            WHERE w.due_at <= \(now) ORDER BY w.due_at LIMIT \(Int64(limit)) FOR UPDATE SKIP LOCKED)
        UPDATE wallet_pushes w SET due_at = \(now.adding(seconds: leaseSeconds))
        FROM found f
            JOIN wallet_devices d ON d.merchant_id = f.merchant_id
                AND d.pass_type_id = f.pass_type_id AND d.device = f.device
            JOIN pass_types t ON t.merchant_id = f.merchant_id AND t.pass_type_id = f.pass_type_id
        WHERE w.merchant_id = f.merchant_id AND w.pass_type_id = f.pass_type_id
            AND w.device = f.device
        RETURNING w.merchant_id, w.pass_type_id, w.device, w.asked_at, w.tries, d.push_token,
            d.token_at, t.identifier
        """
    }

    /// Pushes with failed tries.
    static func failing(of merchant: MerchantNumber) -> Query {
        """
        SELECT count(*) AS phones, coalesce(max(w.tries), 0)::bigint AS tries FROM wallet_pushes w
        WHERE w.merchant_id = \(merchant) AND w.tries > 0
        """
    }

    /// Deletes completed pushes, unless the pass has changed again since.
    static func drop(_ pushes: [WaitingPush]) -> Query {
        """
        DELETE FROM wallet_pushes w USING \(rows(of: pushes))
        WHERE w.merchant_id = of.merchant_id AND w.pass_type_id = of.pass_type_id
            AND w.device = of.device AND w.asked_at = of.asked_at
        """
    }

    /// Postpones each push to a time; later changes of its pass do not bring it forward.
    static func postpone(_ pushes: [PostponedPush]) -> Query {
        let moments = pushes.map { $0.until.rfc3339 }
        let tries = pushes.map { Int64($0.tries) }
        return """
            UPDATE wallet_pushes w SET tries = later.tries, due_at = later.due_at
            FROM (SELECT of.*, until::timestamptz AS due_at, moments.tries
                FROM unnest(\(moments)::text[], \(tries)::bigint[])
                    WITH ORDINALITY AS moments (until, tries, place)
                JOIN \(rows(of: pushes.map(\.push))) ON of.place = moments.place) later
            WHERE w.merchant_id = later.merchant_id AND w.pass_type_id = later.pass_type_id
                AND w.device = later.device
            """
    }

    /// The pushes as a table, numbered from 1.
    private static func rows(of pushes: [WaitingPush]) -> Query {
        let types = Bind.uuids(pushes.map { ($0.type.uuid.high, $0.type.uuid.low) })
        return """
            unnest(\(pushes.map { $0.type.merchant.value })::bigint[], \(types),
                \(pushes.map(\.device))::bytea[], \(pushes.map { $0.requestedAt.rfc3339 })::text[]::timestamptz[])
                WITH ORDINALITY AS of (merchant_id, pass_type_id, device, asked_at, place)
            """
    }

    init(row: Row) throws {
        let token: String = try row.get("push_token")
        guard let token = PushToken(token) else { throw UnreadablePass() }
        self.init(
            type: PassType.ID(
                merchant: try row.get("merchant_id"), uuid: try row.get("pass_type_id")),
            typeIdentifier: try row.get("identifier"), device: try row.get("device"),
            token: token, tokenAt: try row.get("token_at"), requestedAt: try row.get("asked_at"),
            tries: Int(try row.get("tries", as: Int64.self)))
    }
}
