import Postgres
import Vocabulary

/// The four statements of the sandbox, each a transaction of its own.
extension SandboxCharge {
    /// Writes the row unless the key is used up. A request that finds another one in flight with
    /// its key waits for it, so that exactly one of them gets a row back.
    var insert: Query {
        """
        INSERT INTO sandbox.charges (merchant_id, key, state, amount, approved, currency, outcome,
            decline, issuing_country, card_network, card_last_four, captured, created_at,
            visible_at, hold_ends_at)
        VALUES (\(key.merchant.value), \(key.text), \(state.rawValue), \(amount), \(approved),
            \(currency), \(outcome), \((decline?.code).bind), \((issuingCountry?.code).bind), \(card.network),
            \(card.lastFour), \(isCaptured), \(createdAt.bind), \(visibleAt.bind),
            \(holdEndsAt.bind))
        ON CONFLICT (merchant_id, key) DO NOTHING
        RETURNING state
        """
    }

    static func find(_ key: AttemptKey) -> Query {
        """
        SELECT state, amount, approved, currency, outcome, decline, issuing_country, card_network,
            card_last_four, captured, created_at, visible_at, hold_ends_at
        FROM sandbox.charges WHERE merchant_id = \(key.merchant.value) AND key = \(key.text)
        """
    }

    /// Uses the key up without a charge, unless what it came to is already to be seen. No row
    /// comes back then.
    static func close(_ key: AttemptKey, at now: Instant) -> Query {
        """
        INSERT INTO sandbox.charges (merchant_id, key, state, amount, approved, currency,
            outcome, card_network, card_last_four, captured, created_at, visible_at, hold_ends_at)
        VALUES (\(key.merchant.value), \(key.text), 'closed', 0, 0, '', '', '', '', false,
            \(now.bind), \(now.bind), \(now.bind))
        ON CONFLICT (merchant_id, key) DO UPDATE
            SET state = 'closed', approved = 0, decline = NULL
            WHERE charges.visible_at > excluded.visible_at
        RETURNING state
        """
    }

    static func void(_ key: AttemptKey, at now: Instant) -> Query {
        """
        UPDATE sandbox.charges SET state = 'voided', voided_at = \(now.bind)
        WHERE merchant_id = \(key.merchant.value) AND key = \(key.text) AND state = 'charged'
        RETURNING state
        """
    }

    /// Reads a row of `find`.
    init(_ row: Row, key: AttemptKey) throws {
        self.key = key
        state = try SandboxCharge.known(State(rawValue: row.get("state")))
        amount = try row.get("amount")
        approved = try row.get("approved")
        currency = try row.get("currency")
        outcome = try row.get("outcome")
        decline = try row.get("decline", as: String?.self).map {
            try SandboxCharge.known(DeclineReason(code: $0))
        }
        issuingCountry = try row.get("issuing_country", as: String?.self).map {
            try SandboxCharge.known(Country($0))
        }
        card = CardDisplay(
            network: try row.get("card_network"), lastFour: try row.get("card_last_four"))
        isCaptured = try row.get("captured")
        createdAt = Instant(try row.get("created_at"))
        visibleAt = Instant(try row.get("visible_at"))
        holdEndsAt = Instant(try row.get("hold_ends_at"))
    }

    /// A word in the record that this program does not know.
    struct UnknownWord: Error {}

    private static func known<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw UnknownWord() }
        return value
    }
}

extension Instant {
    fileprivate var bind: Bind { .timestamp(microseconds: microseconds) }

    fileprivate init(_ raw: RawTimestamp) { self.init(microseconds: raw.microseconds) }
}
