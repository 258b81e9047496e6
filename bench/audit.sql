-- Balanced books of a million entries: 100,000 payments by card, half of them partially refunded,
-- and 350 credits of each of 1,000 balances. Loaded without foreign key checks, as a restored
-- backup is.
SET session_replication_role = replica;
CREATE FUNCTION pg_temp.id(kind integer, number integer) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
    SELECT ('00000000-0000-4000-80' || lpad(kind::text, 2, '0') || '-' || lpad(number::text, 12, '0'))::uuid
$$;
INSERT INTO merchants (merchant_id, name, live, processor, created_at)
SELECT 1000 + n, 'Audited ' || n, false, 'sandbox', now() FROM generate_series(0, 9) n;
INSERT INTO checkouts (merchant_id, checkout_id, state, version, currency, total, total_pending,
    settings_version, request, derivation_key, authorized, captured, refunded, attempts, events,
    created_at, expires_at, changed_at)
SELECT 1000 + n % 10, pg_temp.id(1, n), 'captured', 3, 'USD', 2000, false, 1, '{"items": []}', 1, 2000,
    2000, CASE n % 2 WHEN 0 THEN 500 ELSE 0 END, 1, 2, now(), now() + interval '1 day', now()
FROM generate_series(1, 100000) n;
INSERT INTO attempts (merchant_id, attempt_id, checkout_id, number, state, processor, amount,
    currency, version, fingerprint, approved, captured, refunded, started_at, leased_until, ended_at)
SELECT 1000 + n % 10, pg_temp.id(2, n), pg_temp.id(1, n), 1, 'authorized', 'sandbox', 2000, 'USD', 3,
    '\x', 2000, 2000, CASE n % 2 WHEN 0 THEN 500 ELSE 0 END, now(), now(), now()
FROM generate_series(1, 100000) n;
INSERT INTO captures (merchant_id, capture_id, checkout_id, number, state, amount, currency, card,
    attempt_id, is_last, started_at, leased_until, ended_at)
SELECT 1000 + n % 10, pg_temp.id(3, n), pg_temp.id(1, n), 1, 'succeeded', 2000, 'USD', 2000,
    pg_temp.id(2, n), true, now(), now(), now()
FROM generate_series(1, 100000) n;
INSERT INTO refunds (merchant_id, refund_id, checkout_id, number, state, amount, currency, card,
    attempt_id, started_at, leased_until, ended_at)
SELECT 1000 + n % 10, pg_temp.id(4, n), pg_temp.id(1, n), 1, 'succeeded', 500, 'USD', 500,
    pg_temp.id(2, n), now(), now(), now()
FROM generate_series(2, 100000, 2) n;
INSERT INTO balances (merchant_id, balance_id, kind, currency, amount, held, events, created_at,
    changed_at)
SELECT 1000 + n % 10, pg_temp.id(5, n), 'prepaid', 'USD', 350 * 100, 100, 350, now(), now()
FROM generate_series(1, 1000) n;
INSERT INTO holds (merchant_id, hold_id, balance_id, currency, state, amount, expires_at, created_at)
SELECT 1000 + n % 10, pg_temp.id(6, n), pg_temp.id(5, n), 'USD', 'active', 100,
    now() + interval '1 day', now()
FROM generate_series(1, 1000) n;
INSERT INTO transfers (merchant_id, transfer_id, kind, from_system, to_system, amount, currency, at)
SELECT 1000 + n % 10, pg_temp.id(3, n), 'capture', 'processor', 'revenue', 2000, 'USD', now()
FROM generate_series(1, 100000) n;
INSERT INTO transfers (merchant_id, transfer_id, kind, from_system, to_system, amount, currency, at)
SELECT 1000 + n % 10, pg_temp.id(4, n), 'refund', 'revenue', 'processor', 500, 'USD', now()
FROM generate_series(2, 100000, 2) n;
INSERT INTO transfers (merchant_id, transfer_id, kind, from_system, to_balance, amount, currency,
    to_after, at)
SELECT 1000 + n % 10, pg_temp.id(7, 1000 * i + n), 'credit', 'issuance', pg_temp.id(5, n), 100, 'USD',
    100 * i, now()
FROM generate_series(1, 350) i, generate_series(1, 1000) n;
INSERT INTO events (merchant_id, event_id, type, object, sequence, data, created_at)
SELECT 1000 + n % 10, pg_temp.id(10 + s, n), 'checkout.captured', 'audited-' || n, s, '{}', now()
FROM generate_series(1, 100000) n, generate_series(1, 2) s;
RESET session_replication_role;
ANALYZE
