import Checkouts
import Idempotency
import Merchants
import Postgres
import Vocabulary

extension StartedPaymentWrite: BatchStatement {
    var groupCommit: GroupCommit { .locking(session.id.uuid.low) }

    /// Each returned row has the new_row_version that shows a later change of the checkout's row.
    /// The statement skips a payment whose key or token was already used, so that the others do not
    /// fail; a key or token that is used concurrently violates a constraint of its table. A saved
    /// card's row is locked, so that no charge starts after its token was revoked.
    static func statement(for payments: [StartedPaymentWrite]) -> Query {
        """
        WITH \(given(payments)),
        chargeable AS (
            SELECT g.place FROM given g
            JOIN kept_cards k ON k.merchant_id = g.merchant AND k.card_id = g.card
            WHERE k.unlinked_at IS NULL FOR SHARE OF k),
        started AS (
            UPDATE checkouts c SET state = 'authorizing', shown_version = c.version, attempts = 1,
                contacts = NULLIF(g.contacts, ''), changed_at = g.now
            FROM given g
            WHERE c.merchant_id = g.merchant AND c.checkout_id = g.checkout
                AND c.xmin = g.row_version::xid AND c.state = 'open' AND c.attempts = 0
                AND (g.card IS NULL OR EXISTS (SELECT FROM chargeable l WHERE l.place = g.place))
                AND NOT EXISTS (
                    SELECT FROM idempotency_keys k WHERE k.merchant_id = g.merchant
                        AND k.scope = g.scope AND k.key = g.key)
                AND NOT EXISTS (
                    SELECT FROM attempts a WHERE a.token = NULLIF(g.token, ''))
            RETURNING g.*, c.xmin::text AS new_row_version),
        claimed AS (
            INSERT INTO idempotency_keys (merchant_id, scope, key, fingerprint, created_at)
            SELECT merchant, scope, key, claimed, now FROM started WHERE key IS NOT NULL),
        inserted AS (
            INSERT INTO attempts (merchant_id, attempt_id, checkout_id, number, state, processor,
                amount, currency, version, fingerprint, token, started_at, leased_until)
            SELECT merchant, attempt, checkout, 1, 'started', processor, amount, currency, version,
                fingerprint, NULLIF(token, ''), now, leased_until
            FROM started)
        SELECT place AS caller, new_row_version FROM started
        """
    }

    /// The inputs as rows, in their order.
    private static func given(_ payments: [StartedPaymentWrite]) -> Query {
        let uuids = { (of: (StartedPaymentWrite) -> UUID128) in
            Bind.uuids(payments.map(of).map { ($0.high, $0.low) })
        }
        return """
            given AS (
                SELECT place - 1 AS place, merchant, checkout, row_version, attempt, processor, amount,
                    currency, version, fingerprint, token, contacts, scope, key, claimed, now,
                    leased_until, card
                FROM unnest(
                    \(payments.map(\.session.id.merchant.value))::bigint[],
                    \(uuids(\.session.id.uuid))::uuid[], \(payments.map(\.rowVersion))::text[],
                    \(uuids(\.attempt.id.uuid))::uuid[],
                    \(payments.map(\.attempt.processor))::text[],
                    \(payments.map(\.attempt.amount.minorUnits))::bigint[],
                    \(payments.map(\.attempt.amount.currency.code))::text[],
                    \(payments.map { Int32($0.attempt.version) })::integer[],
                    \(payments.map(\.attempt.fingerprint))::bytea[],
                    \(payments.map { $0.attempt.token ?? [] })::bytea[],
                    \(payments.map { $0.session.privacy.contacts ?? [] })::bytea[],
                    \(payments.map { $0.claim?.scope })::text[],
                    \(payments.map { $0.claim?.key })::text[],
                    \(payments.map { $0.claim?.fingerprint ?? [] })::bytea[],
                    \(payments.map { RawTimestamp($0.attempt.startedAt) })::timestamptz[],
                    \(payments.map { RawTimestamp($0.attempt.leasedUntil) })::timestamptz[],
                    \(payments.map { $0.savedCard.map(RawUUID.init) })::uuid[]
                ) WITH ORDINALITY AS g (merchant, checkout, row_version, attempt, processor, amount,
                    currency, version, fingerprint, token, contacts, scope, key, claimed, now,
                    leased_until, card, place))
            """
    }
}

extension RawUUID {
    fileprivate init(_ card: SavedCard.ID) { self.init(high: card.uuid.high, low: card.uuid.low) }
}

extension RawTimestamp {
    init(_ instant: Instant) { self.init(microseconds: instant.microseconds) }
}
