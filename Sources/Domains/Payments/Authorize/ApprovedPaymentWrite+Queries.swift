import Checkouts
import Idempotency
import Merchants
import Outbox
import Postgres
import Processors
import Vocabulary

extension ApprovedPaymentWrite: BatchStatement {
    var groupCommit: GroupCommit { .locking(session.id.uuid.low) }

    static func statement(for payments: [ApprovedPaymentWrite]) -> Query {
        """
        WITH \(given(payments)),
        paid AS (
            UPDATE checkouts c SET state = g.state, authorized = g.amount,
                captured = CASE WHEN g.is_captured THEN g.amount ELSE 0 END,
                events = g.sequence, place = NULLIF(g.sealed_place, ''), changed_at = g.now
            FROM given g
            WHERE c.merchant_id = g.merchant AND c.checkout_id = g.checkout
                AND c.xmin = g.row_version::xid AND c.state = 'authorizing'
            RETURNING g.*, c.version, c.total),
        completed AS (
            UPDATE idempotency_keys k SET status = 200, answer = p.answer
            FROM paid p
            WHERE k.merchant_id = p.merchant AND k.scope = p.scope AND k.key = p.key),
        -- Filters by ended_at, not by state: the index of unfinished attempts is small when
        -- Postgres plans this, but has a thousand rows when a processor is slow.
        ended AS (
            UPDATE attempts a SET state = 'authorized', told = 'success', reference = p.reference,
                network = p.network, last_four = p.last_four,
                network_transaction = p.network_transaction, issuing_country = p.issuing_country,
                capture_before = p.capture_before, approved = p.amount,
                captured = CASE WHEN p.is_captured THEN p.amount ELSE 0 END, ended_at = p.now
            FROM paid p
            WHERE a.merchant_id = p.merchant AND a.attempt_id = p.attempt AND a.ended_at IS NULL
            RETURNING p.place, p.entry),
        written AS (
            INSERT INTO captures (merchant_id, capture_id, checkout_id, number, state, amount,
                currency, card, attempt_id, reference, is_last, started_at, leased_until, ended_at)
            SELECT merchant, capture, checkout, 1, 'succeeded', amount, currency, amount, attempt,
                reference, true, now, now, now
            FROM paid WHERE is_captured),
        booked AS (
            INSERT INTO transfers (merchant_id, transfer_id, kind, part, from_system, to_system,
                amount, currency, checkout_id, at)
            SELECT merchant, capture, 'capture', 0, 'processor', 'revenue', amount, currency,
                checkout, now
            FROM paid WHERE is_captured),
        emitted AS (
            INSERT INTO events (merchant_id, event_id, type, object, sequence, data, created_at)
            SELECT merchant, event, event_type, object, sequence, data::json, now FROM paid),
        -- An attempt that has already ended has a null entry, which the table rejects: then the
        -- whole statement fails.
        logged AS (
            INSERT INTO timeline (merchant_id, checkout_id, entry_id, kind, at, request_id, version,
                total, state)
            SELECT merchant, checkout, e.entry, 'authorized', now, request_id, version, total, state
            FROM paid p LEFT JOIN ended e ON e.place = p.place)
        SELECT place AS caller FROM paid
        """
    }

    /// The inputs as rows, in their order.
    private static func given(_ payments: [ApprovedPaymentWrite]) -> Query {
        let uuids = { (of: (ApprovedPaymentWrite) -> UUID128) in
            Bind.uuids(payments.map(of).map { ($0.high, $0.low) })
        }
        return """
            given AS (
                SELECT place - 1 AS place, merchant, checkout, row_version, attempt, capture, event, entry,
                    state, is_captured, amount, currency, sealed_place, reference, network,
                    last_four, network_transaction, issuing_country, capture_before, event_type,
                    object, sequence, data, request_id, scope, key, answer, now
                FROM unnest(
                    \(payments.map(\.session.id.merchant.value))::bigint[],
                    \(uuids(\.session.id.uuid))::uuid[], \(payments.map(\.rowVersion))::text[],
                    \(uuids(\.attempt.id.uuid))::uuid[], \(uuids(\.capture))::uuid[],
                    \(uuids(\.event.id.uuid))::uuid[], \(uuids(\.entry.entry))::uuid[],
                    \(payments.map(\.session.state.rawValue))::text[],
                    \(payments.map(\.isCaptured))::boolean[],
                    \(payments.map(\.attempt.approved))::bigint[],
                    \(payments.map(\.attempt.amount.currency.code))::text[],
                    \(payments.map { $0.session.privacy.place ?? [] })::bytea[],
                    \(payments.map(\.attempt.reference))::text[],
                    \(payments.map { $0.attempt.card?.network })::text[],
                    \(payments.map { $0.attempt.card?.lastFour })::text[],
                    \(payments.map(\.attempt.networkTransaction))::text[],
                    \(payments.map(\.attempt.issuingCountry))::text[],
                    \(payments.map { $0.attempt.captureBefore.map(RawTimestamp.init) })::timestamptz[],
                    \(payments.map(\.event.type.rawValue))::text[],
                    \(payments.map(\.event.object))::text[],
                    \(payments.map { Int32($0.session.events) })::integer[],
                    \(payments.map { String(decoding: $0.event.data, as: UTF8.self) })::text[],
                    \(payments.map(\.entry.requestID))::text[],
                    \(payments.map { $0.claim?.scope })::text[],
                    \(payments.map { $0.claim?.key })::text[],
                    \(payments.map { $0.storedAnswer?.body ?? [] })::bytea[],
                    \(payments.map { RawTimestamp($0.event.at) })::timestamptz[]
                ) WITH ORDINALITY AS g (merchant, checkout, row_version, attempt, capture, event, entry,
                    state, is_captured, amount, currency, sealed_place, reference, network,
                    last_four, network_transaction, issuing_country, capture_before, event_type,
                    object, sequence, data, request_id, scope, key, answer, now, place))
            """
    }
}
