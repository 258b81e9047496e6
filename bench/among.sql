-- Adds :rows subscriptions that are not due to those of bench/billing.sql: they come due over a
-- month. Their checkouts and cards do not exist: only the search for due subscriptions reads the
-- rows.
BEGIN;
SET LOCAL session_replication_role = replica;
SET LOCAL synchronous_commit = off;
INSERT INTO subscriptions (merchant_id, subscription_id, checkout_id, plan_id, plan_version, card_id, state, currency,
    country, anchor, period_start, period_end, announced, due_at, created_at, changed_at)
SELECT s.merchant_id, id, id, s.plan_id, s.plan_version, s.card_id, 'active', s.currency, s.country, s.anchor,
    s.period_start, s.period_end, 1, now() + interval '1 day' + random() * interval '30 days', s.created_at,
    s.changed_at
FROM (SELECT * FROM subscriptions LIMIT 1) s, generate_series(1, :rows) number,
    LATERAL (SELECT ('00000000-0000-7000-9000-' || lpad(to_hex(number), 12, '0'))::uuid AS id) i;
COMMIT;
ANALYZE subscriptions;
