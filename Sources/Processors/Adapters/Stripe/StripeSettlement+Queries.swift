import Postgres
import Vocabulary

/// The statements of what comes after an authorisation, each a transaction of its own.
extension StripeSettlement {
    /// Writes the row unless the key is used up; then no row comes back.
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

    /// Writes down what became of it, unless it has come to its end.
    var store: Query {
        """
        UPDATE stripe_settlements SET state = \(state.rawValue), reference = \(reference),
            reason = \(reason)
        WHERE merchant_id = \(key.merchant.value) AND kind = \(kind.rawValue)
            AND key = \(key.text) AND state IN ('asked', 'pending')
        RETURNING state
        """
    }

    /// Fixes for all that come with this key how much is to be held.
    func aim(at target: Int64) -> Query {
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
                currency: try Currency(row.get("currency")).known()),
            isLast: try row.get("is_last"))
        state = try State(rawValue: row.get("state")).known()
        reference = try row.get("reference")
        reason = try row.get("reason")
        target = try row.get("target")
    }
}
