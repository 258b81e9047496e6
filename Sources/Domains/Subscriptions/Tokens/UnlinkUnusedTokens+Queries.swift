import Merchants
import Postgres
import Vocabulary

extension UnlinkUnusedTokens.Token {
    private static func given(_ tokens: Set<UnlinkUnusedTokens.Token>) -> Query {
        let tokens = Array(tokens)
        return """
            unnest(\(tokens.map(\.merchant.value)), \(tokens.map(\.text))) AS g (merchant, token)
            """
    }

    /// Locks the cards of the given tokens, in the order of their identifiers.
    static func lock(_ tokens: Set<UnlinkUnusedTokens.Token>) -> Query {
        // All merchants: each token is selected with its merchant.
        """
        SELECT FROM kept_cards k
        JOIN \(given(tokens)) ON k.merchant_id = g.merchant AND k.merchant_token = g.token
        ORDER BY k.merchant_id, k.card_id FOR NO KEY UPDATE OF k
        """
    }

    /// Unlinks those of the given tokens that no agreement, unfinished invoice or unprocessed paid
    /// checkout needs. Apple is notified only of tokens that it knows, and only for merchants with
    /// a merchant identity certificate.
    static func unlink(_ tokens: Set<UnlinkUnusedTokens.Token>, at now: Instant) -> Query {
        """
        WITH idle AS (
            SELECT g.merchant, g.token FROM \(given(tokens))
            WHERE NOT EXISTS (
                SELECT FROM kept_cards k
                JOIN subscriptions s ON s.merchant_id = k.merchant_id AND s.card_id = k.card_id
                WHERE k.merchant_id = g.merchant AND k.merchant_token = g.token
                    AND (s.ended_at IS NULL OR EXISTS (
                        SELECT FROM invoices i WHERE i.merchant_id = s.merchant_id
                            AND i.subscription_id = s.subscription_id AND i.ended_at IS NULL)))
                AND NOT EXISTS (
                    SELECT FROM kept_cards k
                    JOIN later_payments l ON l.merchant_id = k.merchant_id
                        AND l.card_id = k.card_id
                    WHERE k.merchant_id = g.merchant AND k.merchant_token = g.token
                        AND l.ended_at IS NULL)
                AND NOT EXISTS (
                    SELECT FROM kept_cards k
                    JOIN enrolments e ON e.merchant_id = k.merchant_id
                        AND e.checkout_id = k.checkout_id
                    WHERE k.merchant_id = g.merchant AND k.merchant_token = g.token
                        AND e.look_at IS NOT NULL)),
        unlinked AS (
            UPDATE kept_cards k SET unlinked_at = \(now) FROM idle d
            WHERE k.merchant_id = d.merchant AND k.merchant_token = d.token
                AND k.unlinked_at IS NULL
            RETURNING k.merchant_id, k.merchant_token)
        INSERT INTO token_unlinks (merchant_id, merchant_token, asked_at, due_at)
        SELECT DISTINCT r.merchant_id, r.merchant_token, \(now), \(now) FROM unlinked r
        WHERE EXISTS (
            SELECT FROM certificates c
            WHERE c.merchant_id = r.merchant_id AND c.kind = 'merchant_identity')
        ON CONFLICT (merchant_id, merchant_token) DO NOTHING
        """
    }
}
