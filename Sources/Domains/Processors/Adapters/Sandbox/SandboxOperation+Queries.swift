import Postgres
import Vocabulary

/// Statements for operations after an authorization; each runs in a transaction of its own.
extension SandboxOperation {
    /// Carries out the request as far as the charge allows, unless the key was used before; then it
    /// returns no row. The statement locks the charge first, so that each of several concurrent
    /// requests sees what the earlier ones left.
    var apply: Query {
        let merchant = key.merchant.value
        return """
            WITH charge AS MATERIALIZED (
                SELECT * FROM sandbox.charges
                WHERE merchant_id = \(merchant) AND key = \(charge) FOR UPDATE
            ), checked AS MATERIALIZED (
                SELECT \(refusalOfCharge) AS refusal
                FROM (VALUES (true)) one (row) LEFT JOIN charge ON true
            ), inserted AS (
                INSERT INTO sandbox.settlements (merchant_id, kind, key, charge, amount, currency,
                    is_last, state, reason, created_at, due_at)
                SELECT \(merchant), \(kind.rawValue), \(key.text), \(charge), \(amount),
                    \(currency), \(isLast),
                    CASE WHEN refusal IS NULL THEN \(state.rawValue) ELSE 'refused' END,
                    coalesce(refusal, \(reason?.code)), \(createdAt.bind), \(dueAt.bind)
                FROM checked
                ON CONFLICT (merchant_id, kind, key) DO NOTHING
                RETURNING charge, amount, currency, is_last, state, reason, created_at, due_at
            ), moved AS (
                UPDATE sandbox.charges c SET \(movement)
                FROM inserted s
                WHERE c.merchant_id = \(merchant) AND c.key = \(charge)
                    AND s.state IN ('pending', 'done')
            )
            SELECT * FROM inserted
            """
    }

    /// The charge's most fundamental reason to refuse; null if there is no reason.
    private var refusalOfCharge: Query {
        let known: Query = """
            WHEN charge.key IS NULL OR charge.state <> 'charged'
                OR charge.visible_at > greatest(charge.created_at, \(createdAt.bind))
                THEN 'no_such_charge'
            """
        let isOver: Query = """
            WHEN charge.released_at IS NOT NULL OR charge.hold_ends_at <= \(createdAt.bind)
                THEN 'expired'
            """
        let isOther: Query = "WHEN charge.currency <> \(currency) THEN 'unsupported'"
        switch kind {
        case .capture:
            return """
                CASE \(known) \(isOver) \(isOther)
                    WHEN charge.taken + charge.taking + charge.released + \(amount) > charge.held
                    THEN 'exceeds' END
                """
        case .increment:
            return "CASE \(known) \(isOver) \(isOther) END"
        case .refund:
            return """
                CASE \(known) \(isOther)
                    WHEN charge.refunded + charge.refunding + charge.disputed + \(amount)
                        > charge.taken
                    THEN 'exceeds' END
                """
        }
    }

    /// The change to the charge's amounts.
    private var movement: Query {
        switch kind {
        case .increment: "held = c.held + s.amount"
        case .refund:
            """
            refunded = c.refunded + CASE s.state WHEN 'done' THEN s.amount ELSE 0 END,
            refunding = c.refunding + CASE s.state WHEN 'done' THEN 0 ELSE s.amount END
            """
        case .capture:
            """
            taken = c.taken + CASE s.state WHEN 'done' THEN s.amount ELSE 0 END,
            taking = c.taking + CASE s.state WHEN 'done' THEN 0 ELSE s.amount END,
            released = CASE WHEN s.is_last THEN c.held - c.taken - c.taking - s.amount
                ELSE c.released END,
            released_at = CASE WHEN s.is_last THEN s.created_at END
            """
        }
    }

    static func find(_ kind: Kind, _ key: AttemptKey) -> Query {
        """
        SELECT charge, amount, currency, is_last, state, reason, created_at, due_at
        FROM sandbox.settlements
        WHERE merchant_id = \(key.merchant.value) AND kind = \(kind.rawValue)
            AND key = \(key.text)
        """
    }

    /// Ends a pending operation that is due.
    static func endDue(_ kind: Kind, _ key: AttemptKey, at now: Instant) -> Query {
        end(kind, key, reason: "reason", when: "due_at <= \(now.bind)")
    }

    /// Ends a pending operation by a developer's decision, before it is due.
    static func end(_ kind: Kind, _ key: AttemptKey, for reason: Reason?) -> Query {
        end(kind, key, reason: "\(reason?.code)::text", when: "true")
    }

    /// If a capture is refused after the rest of the authorization was released, its amount is
    /// released too; if a refund is refused after the charge was voided, its amount counts as
    /// refunded.
    private static func end(
        _ kind: Kind, _ key: AttemptKey, reason: Query, when condition: Query
    ) -> Query {
        let merchant = key.merchant.value
        return """
            WITH ended AS (
                UPDATE sandbox.settlements
                SET state = CASE WHEN \(reason) IS NULL THEN 'done' ELSE 'refused' END,
                    reason = \(reason)
                WHERE merchant_id = \(merchant) AND kind = \(kind.rawValue) AND key = \(key.text)
                    AND state = 'pending' AND \(condition)
                RETURNING charge, amount, state
            ), moved AS (
                UPDATE sandbox.charges c SET \(end(of: kind))
                FROM ended e WHERE c.merchant_id = \(merchant) AND c.key = e.charge
            )
            SELECT state FROM ended
            """
    }

    private static func end(of kind: Kind) -> Query {
        switch kind {
        case .increment: "held = c.held"
        case .capture:
            """
            taking = c.taking - e.amount,
            taken = c.taken + CASE e.state WHEN 'done' THEN e.amount ELSE 0 END,
            released = c.released
                + CASE WHEN e.state <> 'done' AND c.released_at IS NOT NULL THEN e.amount ELSE 0 END
            """
        case .refund:
            """
            refunding = c.refunding - e.amount,
            refunded = c.refunded
                + CASE WHEN e.state = 'done' OR c.state = 'voided' THEN e.amount ELSE 0 END
            """
        }
    }

    /// Reads a row of `apply` or `find`.
    init(_ row: Row, _ kind: Kind, _ key: AttemptKey) throws {
        self.kind = kind
        self.key = key
        charge = try row.get("charge")
        amount = try row.get("amount")
        currency = try row.get("currency")
        isLast = try row.get("is_last")
        state = try State(rawValue: row.get("state")).known("state")
        reason = try row.get("reason", as: String?.self).map {
            try Reason(code: $0).known("reason")
        }
        createdAt = Instant(try row.get("created_at"))
        dueAt = Instant(try row.get("due_at"))
    }
}
