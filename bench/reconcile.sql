-- :rows payments of yesterday, of the first merchant, whose sandbox has the same, except for 100:
-- 20 of each kind of difference. A quarter is held, the rest captured, a third of that partially
-- refunded. Identifiers begin with their time, as the server's do.
SET session_replication_role = replica;
SET synchronous_commit = off;
CREATE FUNCTION pg_temp.id(kind integer, number integer, moment timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
    SELECT (lpad(to_hex((extract(epoch FROM moment) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(kind), 3, '0')
        || '8000' || lpad(to_hex(number), 12, '0'))::uuid
$$;
-- Crockford's base32 of a merchant below 1024 and of a UUID, as identifiers are written.
CREATE FUNCTION pg_temp.key(merchant bigint, id uuid) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT 'att_' || ltrim(substr(d, (merchant / 32)::int + 1, 1), '0') || substr(d, (merchant % 32)::int + 1, 1)
        || string_agg(substr(d, digit + 1, 1), '' ORDER BY place)
    FROM (SELECT '0123456789abcdefghjkmnpqrstvwxyz' AS d,
            '00' || ('x' || replace(id::text, '-', ''))::bit(128)::text AS bits) b,
        LATERAL (SELECT place, substr(bits, place * 5 + 1, 5)::bit(5)::int AS digit FROM generate_series(0, 25) place) p
    GROUP BY d
$$;
CREATE TEMPORARY TABLE paid AS
SELECT n, m AS moment, pg_temp.id(1, n, m) AS checkout, pg_temp.id(2, n, m) AS attempt,
    CASE n % 4 WHEN 0 THEN 0 ELSE 2000 END AS captured, CASE WHEN n % 4 > 0 AND n % 3 = 0 THEN 500 ELSE 0 END AS refunded
FROM generate_series(1, :rows) n,
    LATERAL (SELECT date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - interval '1 day'
        + n * interval '1 day' / (:rows + 1) AS m) t;
INSERT INTO checkouts (merchant_id, checkout_id, state, version, currency, total, total_pending, settings_version, request,
    derivation_key, authorized, captured, refunded, attempts, events, created_at, expires_at, changed_at)
SELECT 1, checkout, CASE captured WHEN 0 THEN 'authorized' ELSE 'captured' END, 3, 'USD', 2000, false, 1, '{"items": []}', 1,
    2000, captured, refunded, 1, 2, moment, moment + interval '1 day', moment FROM paid;
INSERT INTO attempts (merchant_id, attempt_id, checkout_id, number, state, processor, amount, currency, version, fingerprint,
    reference, approved, captured, refunded, capture_before, started_at, leased_until, ended_at)
SELECT 1, attempt, checkout, 1, 'authorized', 'sandbox', 2000, 'USD', 3, '\x',
    'sandbox_' || substr(pg_temp.key(1, attempt), 5), 2000, captured, refunded, moment + interval '7 days', moment, moment, moment
FROM paid;
INSERT INTO captures (merchant_id, capture_id, checkout_id, number, state, amount, currency, card, attempt_id, is_last, started_at,
    leased_until, ended_at)
SELECT 1, attempt, checkout, 1, 'succeeded', captured, 'USD', captured, attempt, true, moment, moment, moment
FROM paid WHERE captured > 0;
INSERT INTO refunds (merchant_id, refund_id, checkout_id, number, state, amount, currency, card, attempt_id, started_at,
    leased_until, ended_at)
SELECT 1, attempt, checkout, 1, 'succeeded', refunded, 'USD', refunded, attempt, moment, moment, moment
FROM paid WHERE refunded > 0;
INSERT INTO sandbox.charges (merchant_id, key, state, amount, approved, currency, outcome, card_network, card_last_four, captured,
    created_at, visible_at, hold_ends_at, held, taken, refunded)
SELECT 1, pg_temp.key(1, attempt), 'charged', 2000, 2000, 'USD', 'approve', 'Visa', '4242', false, moment, moment,
    moment + interval '7 days', 2000, captured, refunded FROM paid;
-- Changes the processor's books, at another place in each hundredth of the day.
CREATE TEMPORARY TABLE planted AS
SELECT number, pg_temp.key(1, attempt) AS key, moment, CASE number % 5 WHEN 0 THEN 'missing' WHEN 1 THEN 'unexpected'
    WHEN 2 THEN 'doubled' WHEN 3 THEN 'amount' ELSE 'state' END AS kind
FROM paid, LATERAL (SELECT n / (:rows / 100) AS number) t WHERE n % (:rows / 100) = number % (:rows / 100);
ALTER TABLE sandbox.charges DROP CONSTRAINT charges_are_made_once_per_key;
DELETE FROM sandbox.charges c USING planted p WHERE c.merchant_id = 1 AND c.key = p.key AND p.kind = 'missing';
CREATE TEMPORARY TABLE copied AS SELECT c.* FROM sandbox.charges c JOIN planted p ON c.key = p.key
    WHERE c.merchant_id = 1 AND p.kind IN ('unexpected', 'doubled');
UPDATE copied c SET created_at = c.created_at + interval '1 second', taken = 2000, refunded = 0,
    key = CASE p.kind WHEN 'doubled' THEN c.key ELSE left(c.key, 6) || 'zz' || substr(c.key, 9) END
FROM planted p WHERE p.key = c.key;
INSERT INTO sandbox.charges SELECT * FROM copied;
UPDATE sandbox.charges c SET taken = 1999, refunded = 0 FROM planted p
WHERE c.merchant_id = 1 AND c.key = p.key AND p.kind = 'amount';
UPDATE sandbox.charges c SET state = 'voided', voided_at = moment, taken = 0, refunded = 0, released = held, released_at = moment
FROM planted p WHERE c.merchant_id = 1 AND c.key = p.key AND p.kind = 'state';
CREATE TABLE public.planted AS SELECT kind, CASE kind WHEN 'unexpected' THEN left(key, 6) || 'zz' || substr(key, 9) ELSE key END AS key
FROM planted;
RESET session_replication_role;
ANALYZE
