import Postgres
import Vocabulary

/// Statements for authorizations; each runs in a transaction of its own.
extension SandboxCharge {
    /// Inserts the row unless the key was used before. A request waits for another one in flight
    /// with the same key, so that exactly one of them gets a row back.
    var insert: Query {
        if savesCard && state == .charged { return keep(insertion) }
        if let savedCardReference, !renewals.isEmpty { return use(savedCardReference, insertion) }
        return insertion
    }

    private var insertion: Query {
        """
        INSERT INTO sandbox.charges (merchant_id, key, state, amount, approved, currency, outcome,
            decline, issuing_country, card_network, card_last_four, captured, created_at,
            visible_at, hold_ends_at, held, taken, released_at, on_capture, on_increment,
            on_refund, on_dispute, settle_milliseconds, keeps_card, merchant_token,
            merchant_token_identifier)
        VALUES (\(key.merchant.value), \(key.text), \(state.rawValue), \(amount), \(approved),
            \(currency), \(outcome), \((decline?.code).bind), \((issuingCountry?.code).bind), \(card.network),
            \(card.lastFour), \(isCaptured), \(createdAt.bind), \(visibleAt.bind),
            \(holdEndsAt.bind), \(approved), \(isCaptured ? approved : 0),
            \(isCaptured ? createdAt.bind : .nullOf(.timestamptz)), \(simulation.capture?.rawValue),
            \(simulation.increment?.rawValue), \(simulation.refund?.rawValue),
            \(simulation.dispute?.rawValue), \(simulation.milliseconds), \(savesCard),
            \(isMerchantToken), \(merchantTokenIdentifier))
        ON CONFLICT (merchant_id, key) DO NOTHING
        RETURNING state
        """
    }

    /// Saves the card with its first payment.
    private func keep(_ insertion: Query) -> Query {
        """
        WITH inserted AS (\(insertion)), saved_card AS (
            INSERT INTO sandbox.cards (merchant_id, reference, renewals, created_at)
            SELECT \(key.merchant.value), \(newSavedCardReference.reference),
                \(renewals.map(\.rawValue))::text[], \(createdAt.bind)
            FROM inserted)
        SELECT state FROM inserted
        """
    }

    /// Counts a charge of a saved card: the next charge has the next outcome.
    private func use(_ card: String, _ insertion: Query) -> Query {
        """
        WITH inserted AS (\(insertion)), used AS (
            UPDATE sandbox.cards SET uses = uses + 1 FROM inserted
            WHERE merchant_id = \(key.merchant.value) AND reference = \(card))
        SELECT state FROM inserted
        """
    }

    static func find(_ key: AttemptKey) -> Query {
        """
        SELECT state, amount, approved, currency, outcome, decline, issuing_country, card_network,
            card_last_four, captured, created_at, visible_at, hold_ends_at, on_capture,
            on_increment, on_refund, on_dispute, settle_milliseconds, keeps_card, merchant_token,
            merchant_token_identifier
        FROM sandbox.charges WHERE merchant_id = \(key.merchant.value) AND key = \(key.text)
        """
    }

    /// Closes the key without a charge, unless the outcome is already visible; then it returns no
    /// row.
    static func close(_ key: AttemptKey, at now: Instant) -> Query {
        """
        INSERT INTO sandbox.charges (merchant_id, key, state, amount, approved, currency,
            outcome, card_network, card_last_four, captured, created_at, visible_at, hold_ends_at)
        VALUES (\(key.merchant.value), \(key.text), 'closed', 0, 0, '', '', '', '', false,
            \(now.bind), \(now.bind), \(now.bind))
        ON CONFLICT (merchant_id, key) DO UPDATE
            SET state = 'closed', approved = 0, decline = NULL, held = 0, taken = 0
            WHERE charges.visible_at > greatest(charges.created_at, excluded.visible_at)
        RETURNING state
        """
    }

    /// Releases the authorized and uncaptured amount; for a charge that was captured at once,
    /// refunds what no dispute or pending refund has taken. A charge of which a capture took a part
    /// stays charged.
    static func void(_ key: AttemptKey, at now: Instant) -> Query {
        """
        UPDATE sandbox.charges
        SET state = CASE WHEN captured OR taken + taking = 0 THEN 'voided' ELSE state END,
            voided_at = CASE WHEN captured OR taken + taking = 0
                THEN \(now.bind)::timestamptz END,
            released = held - taken - taking,
            released_at = coalesce(released_at, \(now.bind)),
            refunded = CASE WHEN captured THEN taken - refunding - disputed ELSE refunded END
        WHERE merchant_id = \(key.merchant.value) AND key = \(key.text) AND state = 'charged'
        RETURNING state
        """
    }

    /// Reads a row of `find`.
    init(_ row: Row, key: AttemptKey) throws {
        self.key = key
        state = try State(rawValue: row.get("state")).known("state")
        amount = try row.get("amount")
        approved = try row.get("approved")
        currency = try row.get("currency")
        outcome = try row.get("outcome")
        decline = try row.get("decline", as: String?.self).map {
            try DeclineReason(code: $0).known("decline")
        }
        issuingCountry = try row.get("issuing_country", as: String?.self).map {
            try Country($0).known("issuing_country")
        }
        card = CardDisplay(
            network: try row.get("card_network"), lastFour: try row.get("card_last_four"))
        isCaptured = try row.get("captured")
        createdAt = Instant(try row.get("created_at"))
        visibleAt = Instant(try row.get("visible_at"))
        holdEndsAt = Instant(try row.get("hold_ends_at"))
        simulation = try SimulatedOperations(row)
        savesCard = try row.get("keeps_card")
        isMerchantToken = try row.get("merchant_token")
        merchantTokenIdentifier = try row.get("merchant_token_identifier")
    }
}

extension SimulatedOperations {
    fileprivate init(_ row: Row) throws {
        self.init(
            capture: try row.word("on_capture"), increment: try row.word("on_increment"),
            refund: try row.word("on_refund"), dispute: try row.word("on_dispute"),
            milliseconds: try row.get("settle_milliseconds"))
    }
}

extension Row {
    fileprivate func word<Word: RawRepresentable<String>>(_ column: StaticString) throws -> Word? {
        try get(column, as: String?.self).map { try Word(rawValue: $0).known(column) }
    }
}
