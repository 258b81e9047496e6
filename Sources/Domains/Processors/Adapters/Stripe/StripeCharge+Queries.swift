import Postgres
import Vocabulary

/// Statements for authorizations; each runs in a transaction of its own.
extension StripeCharge {
    /// Inserts the row. Returns no row if the key was used before.
    var insert: Query {
        """
        INSERT INTO stripe_charges (merchant_id, key, state, request, amount, currency, captured,
            keeps_card, merchant_token, card_network, card_last_four, decline, created_at)
        VALUES (\(key.merchant.value), \(key.text), \(state.rawValue), \(request),
            \(amount.minorUnits), \(amount.currency.code), \(isCaptured), \(savesCard),
            \(merchantToken), \(card.network), \(card.lastFour), \(decline?.code),
            \(createdAt.bind))
        ON CONFLICT (merchant_id, key) DO NOTHING
        RETURNING state
        """
    }

    /// Stores the payment's identifier before the payment may be confirmed. Returns no row if the
    /// key was closed or already has a payment.
    func name(_ intent: String) -> Query {
        """
        UPDATE stripe_charges SET intent = \(intent)
        WHERE merchant_id = \(key.merchant.value) AND key = \(key.text) AND state = 'asked'
            AND intent IS NULL
        RETURNING state
        """
    }

    /// Moves a row from one state to another; returns no row if its state is a different one. Only
    /// a card that has paid keeps its merchant token.
    func end(_ from: State, as state: State, _ decline: DeclineReason? = nil) -> Query {
        """
        UPDATE stripe_charges SET state = \(state.rawValue), decline = \(decline?.code),
            merchant_token = CASE WHEN \(state == .done) THEN merchant_token END
        WHERE merchant_id = \(key.merchant.value) AND key = \(key.text)
            AND state = \(from.rawValue)
        RETURNING state
        """
    }

    static func find(_ key: AttemptKey) -> Query {
        """
        SELECT state, request, amount, currency, captured, keeps_card, merchant_token,
            card_network, card_last_four, intent, decline, created_at
        FROM stripe_charges WHERE merchant_id = \(key.merchant.value) AND key = \(key.text)
        """
    }

    static func find(intent: String, of merchant: MerchantNumber) -> Query {
        """
        SELECT key, currency FROM stripe_charges
        WHERE merchant_id = \(merchant.value) AND intent = \(intent)
        """
    }

    static func forgetTokens(of merchant: MerchantNumber, keys: [String]) -> Query {
        """
        UPDATE stripe_charges SET merchant_token = NULL
        WHERE merchant_id = \(merchant.value) AND key = ANY (\(keys))
        """
    }

    /// Finds any one payment of the merchant at Stripe.
    static func anyIntent(of merchant: MerchantNumber) -> Query {
        """
        SELECT intent FROM stripe_charges
        WHERE merchant_id = \(merchant.value) AND intent IS NOT NULL
        ORDER BY intent DESC LIMIT 1
        """
    }

    /// Finds our keys of those payments that this merchant made through this server.
    static func find(intents: [String], of merchant: MerchantNumber) -> Query {
        """
        SELECT key, intent FROM stripe_charges
        WHERE merchant_id = \(merchant.value) AND intent = ANY (\(intents))
        """
    }

    /// Closes the key unless a payment was created for it: only Stripe knows whether that one
    /// charged.
    static func close(_ key: AttemptKey, at now: Instant) -> Query {
        """
        INSERT INTO stripe_charges (merchant_id, key, state, request, amount, currency, captured,
            keeps_card, card_network, card_last_four, created_at)
        VALUES (\(key.merchant.value), \(key.text), 'closed', '', 0, '', false, false, '', '',
            \(now.bind))
        ON CONFLICT (merchant_id, key) DO UPDATE SET state = 'closed'
            WHERE stripe_charges.state = 'asked' AND stripe_charges.intent IS NULL
        RETURNING state
        """
    }

    /// Reads a row of `find`; returns nil if the key was closed before it was used.
    init?(_ row: Row, key: AttemptKey) throws {
        let code: String = try row.get("currency")
        guard !code.isEmpty else { return nil }
        self.init(
            key: key, state: try State(rawValue: row.get("state")).known("state"),
            request: try row.get("request"),
            amount: Money(
                minorUnits: try row.get("amount"), currency: try Currency(code).known("currency")),
            isCaptured: try row.get("captured"), savesCard: try row.get("keeps_card"),
            merchantToken: try row.get("merchant_token"),
            card: CardDisplay(
                network: try row.get("card_network"), lastFour: try row.get("card_last_four")),
            intent: try row.get("intent"),
            decline: try row.get("decline", as: String?.self).map {
                try DeclineReason(code: $0).known("decline")
            },
            createdAt: Instant(try row.get("created_at")))
    }
}
