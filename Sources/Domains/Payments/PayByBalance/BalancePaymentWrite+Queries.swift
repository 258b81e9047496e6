import Balances
import Carts
import Checkouts
import Idempotency
import JSON
import Merchants
import Postgres
import Vocabulary

extension BalancePaymentWrite: BatchStatement {
    /// Keyed by the balance, the row for which concurrent payments compete.
    var groupCommit: GroupCommit { .locking(tender.balance.uuid.low) }

    static func statement(for payments: [BalancePaymentWrite]) -> Query {
        """
        WITH \(given(payments)),
        paid AS (
            UPDATE checkouts c SET state = 'captured', shown_version = c.version,
                authorized = c.authorized + g.amount, captured = c.captured + g.amount,
                events = c.events + 1, balances = g.balances::json, tendered = g.amount,
                place = NULLIF(g.sealed_place, ''), contacts = NULLIF(g.contacts, ''),
                changed_at = g.now
            FROM given g
            WHERE c.merchant_id = g.merchant AND c.checkout_id = g.checkout
                AND c.xmin = g.row_version::xid AND c.state = 'open'
                AND NOT EXISTS (
                    SELECT FROM idempotency_keys k WHERE k.merchant_id = g.merchant
                        AND k.scope = g.scope AND k.key = g.key)
            RETURNING g.*, c.version, c.total, c.events),
        claimed AS (
            INSERT INTO idempotency_keys
                (merchant_id, scope, key, fingerprint, status, answer, created_at)
            SELECT merchant, scope, key, fingerprint, 200, answer, now FROM paid
            WHERE key IS NOT NULL),
        captured_holds AS (
            UPDATE holds h SET state = 'captured', captured = h.amount, expires_at = NULL,
                ended_at = g.now
            FROM paid g
            WHERE h.merchant_id = g.merchant AND h.hold_id = g.hold AND h.state = 'active'
                AND h.amount = g.amount AND h.captured = 0 AND h.capturing = 0
                AND h.expires_at > g.now
            RETURNING g.*, h.created_at AS held_at),
        -- Several payments may spend one balance: each has the amount left after those before it.
        ranked AS (
            SELECT t.*, sum(t.amount) OVER later AS captured_later, count(*) OVER later AS events_later
            FROM captured_holds t
            WINDOW later AS (PARTITION BY t.merchant, t.balance ORDER BY t.place
                ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)),
        debits AS (
            SELECT merchant, balance, sum(amount)::bigint AS amount, count(*)::integer AS payments,
                max(now) AS now
            FROM captured_holds GROUP BY merchant, balance ORDER BY merchant, balance),
        debited AS (
            UPDATE balances b SET amount = b.amount - w.amount, held = b.held - w.amount,
                events = b.events + w.payments, changed_at = w.now
            FROM debits w
            WHERE b.merchant_id = w.merchant AND b.balance_id = w.balance
            RETURNING b.*),
        remaining AS (
            SELECT r.*, s.kind AS balance_kind, s.frozen_at, s.frozen_because,
                s.expires_at AS balance_expires_at, s.reference AS balance_reference,
                s.amount + coalesce(r.captured_later, 0)::bigint AS after,
                s.held + coalesce(r.captured_later, 0)::bigint AS held_after,
                s.events - r.events_later::integer AS balance_sequence
            FROM ranked r
            JOIN debited s ON s.merchant_id = r.merchant AND s.balance_id = r.balance),
        written AS (
            INSERT INTO captures (merchant_id, capture_id, checkout_id, number, state, amount,
                currency, card, hold_ids, hold_amounts, is_last, started_at, leased_until, ended_at)
            SELECT merchant, capture, checkout, 1, 'succeeded', amount, currency, 0,
                ARRAY[hold], ARRAY[amount], true, now, now, now
            FROM paid),
        -- A payment without a balance row has a null from_after, which fails the whole statement.
        booked AS (
            INSERT INTO transfers (merchant_id, transfer_id, kind, part, from_balance, to_system,
                amount, currency, from_after, from_number, checkout_id, at)
            SELECT p.merchant, p.capture, 'capture', 0, p.balance, 'revenue', p.amount, p.currency,
                l.after, l.balance_sequence, p.checkout, p.now
            FROM paid p LEFT JOIN remaining l ON l.place = p.place),
        emitted AS (
            INSERT INTO events (merchant_id, event_id, type, object, sequence, data, created_at)
            SELECT merchant, balance_event, 'balance.captured', balance_text, balance_sequence,
                \(balanceData), now
            FROM remaining
            UNION ALL
            SELECT merchant, event, 'checkout.captured', checkout_text, events, data::json, now
            FROM paid),
        logged AS (
            INSERT INTO timeline (merchant_id, checkout_id, entry_id, kind, at, request_id, version,
                total, state)
            SELECT merchant, checkout, entry, 'authorized', now, request_id, version, total,
                'captured'
            FROM paid)
        SELECT place AS caller FROM paid
        """
    }

    /// The inputs as rows, in their order.
    private static func given(_ payments: [BalancePaymentWrite]) -> Query {
        let uuids = { (of: (BalancePaymentWrite) -> UUID128) in
            Bind.uuids(payments.map(of).map { ($0.high, $0.low) })
        }
        return """
            given AS (
                SELECT place - 1 AS place, merchant, checkout, row_version, hold, balance, capture, event,
                    balance_event, entry, amount, currency, decimals, scale, balances, sealed_place,
                    contacts, checkout_text, balance_text, event_head, event_tail, data, request_id,
                    scope, key, fingerprint, answer, now
                FROM unnest(
                    \(payments.map(\.session.id.merchant.value)), \(uuids(\.session.id.uuid)),
                    \(payments.map(\.rowVersion)), \(uuids(\.tender.hold.uuid)),
                    \(uuids(\.tender.balance.uuid)), \(uuids(\.capture.id.uuid)),
                    \(uuids(\.event)), \(uuids(\.balanceEvent)), \(uuids(\.entry.entry)),
                    \(payments.map(\.tender.amount)), \(payments.map(\.session.total.currency.code)),
                    \(payments.map { Int32($0.session.total.currency.exponent) }),
                    \(payments.map(\.session.total.currency.minorUnits)),
                    \(payments.map(\.balancesText)),
                    \(payments.map { $0.session.privacy.place ?? [] }),
                    \(payments.map { $0.session.privacy.contacts ?? [] }),
                    \(payments.map(\.session.id.text)), \(payments.map(\.tender.balance.text)),
                    \(payments.map(\.eventHead)), \(payments.map(\.eventTail)),
                    \(payments.map(\.dataText)), \(payments.map(\.entry.requestID)),
                    \(payments.map { $0.claim?.scope }), \(payments.map { $0.claim?.key }),
                    \(payments.map { $0.claim?.fingerprint ?? [] }),
                    \(payments.map { $0.storedAnswer?.body ?? [] }),
                    \(payments.map { RawTimestamp(microseconds: $0.capture.startedAt.microseconds) })
                ) WITH ORDINALITY AS g (merchant, checkout, row_version, hold, balance, capture, event,
                    balance_event, entry, amount, currency, decimals, scale, balances, sealed_place,
                    contacts, checkout_text, balance_text, event_head, event_tail, data, request_id,
                    scope, key, fingerprint, answer, now, place))
            """
    }

    /// The balance with its hold and transfer, byte for byte as `BalanceEvent` writes them. It is
    /// concatenated as text: building it as JSON, with date patterns, took a sixth of the
    /// statement's time.
    private static let balanceData: Query = """
        ('{"id":"' || balance_text || '","kind":"' || balance_kind || '","status":"'
            || CASE WHEN balance_expires_at <= now THEN 'expired'
                WHEN frozen_at IS NOT NULL THEN 'frozen' ELSE 'active' END
            || '","currencyCode":"' || currency
            || '","amount":"' || \(decimal("after"))
            || '","held":"' || \(decimal("held_after"))
            || '","available":"' || \(decimal("(after - held_after)")) || '"'
            || coalesce(',"frozenBecause":"' || frozen_because || '"', '')
            || coalesce(',"expiresAt":' || \(rfc3339("balance_expires_at")), '')
            || coalesce(',"reference":' || to_json(balance_reference)::text, '')
            || event_head || \(rfc3339("held_at")) || event_tail)::json
        """

    /// An amount of at least zero, in the form that `Money` writes.
    private static func decimal(_ amount: Query) -> Query {
        """
        CASE decimals WHEN 0 THEN \(amount)::text ELSE
            (\(amount) / scale)::text || '.' || lpad((\(amount) % scale)::text, decimals, '0') END
        """
    }

    /// A moment in quotes, in the form that `Instant.rfc3339` writes.
    private static func rfc3339(_ column: Query) -> Query {
        "left(to_json(\(column) AT TIME ZONE 'UTC')::text, -1) || 'Z\"'"
    }

    /// The hold up to its creation time, which only the stored row knows.
    private var eventHead: String {
        let zero = Money(minorUnits: 0, currency: capture.amount.currency)
        let hold = Writer.write { body in
            body.member("id", tender.hold.text)
            body.member("balance", tender.balance.text)
            body.member("status", Hold.State.captured.rawValue)
            body.member("currencyCode", capture.amount.currency.code)
            body.member("amount", capture.amount.decimal)
            body.member("captured", capture.amount.decimal)
            body.member("refunded", zero.decimal)
            body.member("checkout", session.id.text)
        }
        return ",\"hold\":" + String(decoding: hold.dropLast(), as: UTF8.self) + ",\"createdAt\":"
    }

    /// The JSON after the creation time.
    private var eventTail: String {
        let transfer = Writer.value { self.transfer.write(to: &$0) }
        return ",\"endedAt\":\"\(capture.startedAt.rfc3339)\"},\"transfer\":"
            + String(decoding: transfer, as: UTF8.self) + "}"
    }

    private var balancesText: String {
        String(decoding: session.tenders.bytes ?? [], as: UTF8.self)
    }

    private var dataText: String { String(decoding: session.eventData, as: UTF8.self) }
}
