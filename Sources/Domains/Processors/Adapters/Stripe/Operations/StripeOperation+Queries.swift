import Postgres
import Vocabulary

/// Statements for operations after an authorization; each runs in a transaction of its own.
extension StripeOperation {
    /// Inserts the row. Returns no row if the key was used before.
    func insert(at now: Instant) -> Query {
        """
        INSERT INTO stripe_settlements (merchant_id, kind, key, charge, amount, currency, is_last,
            state, created_at)
        VALUES (\(key.merchant.value), \(kind.rawValue), \(key.text), \(charge.text),
            \(amount.minorUnits), \(amount.currency.code), \(isLast), 'asked', \(now.bind))
        ON CONFLICT (merchant_id, kind, key) DO NOTHING
        RETURNING state
        """
    }

    /// Stores the result unless the operation is already final.
    var store: Query {
        """
        UPDATE stripe_settlements SET state = \(state.rawValue), reference = \(reference),
            reason = \(reason)
        WHERE merchant_id = \(key.merchant.value) AND kind = \(kind.rawValue)
            AND key = \(key.text) AND state IN ('asked', 'pending')
        RETURNING state
        """
    }

    /// Fixes the total to authorize, for every call with this key.
    func storeTarget(_ target: Int64) -> Query {
        """
        UPDATE stripe_settlements SET target = coalesce(target, \(target))
        WHERE merchant_id = \(key.merchant.value) AND kind = \(kind.rawValue)
            AND key = \(key.text)
        RETURNING target
        """
    }

    static func find(_ kind: Kind, _ key: AttemptKey) -> Query {
        """
        SELECT charge, amount, currency, is_last, state, reference, reason, target
        FROM stripe_settlements
        WHERE merchant_id = \(key.merchant.value) AND kind = \(kind.rawValue)
            AND key = \(key.text)
        """
    }

    /// Reads a row of `find`.
    init(_ row: Row, _ kind: Kind, _ key: AttemptKey) throws {
        self.init(
            kind, key, of: AttemptKey(merchant: key.merchant, text: try row.get("charge")),
            Money(
                minorUnits: try row.get("amount"),
                currency: try Currency(row.get("currency")).known("currency")),
            isLast: try row.get("is_last"))
        state = try State(rawValue: row.get("state")).known("state")
        reference = try row.get("reference")
        reason = try row.get("reason")
        target = try row.get("target")
    }
}
