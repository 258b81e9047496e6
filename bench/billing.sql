-- Adds :rows due subscriptions, each after a free week of its own plan: a merchant's database when
-- a week of renewals comes at once. The sandbox has their cards.
BEGIN;
SELECT merchant_id AS merchant FROM merchants WHERE name = 'Demo Toast' \gset
SET LOCAL synchronous_commit = off;
INSERT INTO plans (merchant_id, plan_id, created_at)
VALUES (:merchant, '00000000-0000-7000-8000-000000000001', now()) ON CONFLICT DO NOTHING;
INSERT INTO plan_versions (merchant_id, plan_id, version, terms, created_at)
VALUES (:merchant, '00000000-0000-7000-8000-000000000001', 1, '{
    "name": "Avocado toast, weekly", "currencyCode": "USD",
    "managementURL": "https://shop.example/account",
    "phases": [{"kind": "trial", "interval": {"unit": "week"}, "cycles": 1},
        {"kind": "regular", "amount": "9.00", "interval": {"unit": "week"}}]}', now())
ON CONFLICT DO NOTHING;
CREATE TEMPORARY TABLE rows ON COMMIT DROP AS
    SELECT number, ('00000000-0000-7000-' || lpad(to_hex(:round), 4, '8000') || '-'
            || lpad(to_hex(number), 12, '0'))::uuid AS id,
        now() - interval '7 days' - number * interval '1 millisecond' AS began
    FROM generate_series(1, :rows) number;
INSERT INTO checkouts (merchant_id, checkout_id, state, version, currency, total, total_pending,
    settings_version, request, derivation_key, attempts, created_at, expires_at, changed_at)
SELECT :merchant, id, 'captured', 1, 'USD', 0, false, 1,
    '{"currencyCode":"USD","countryCode":"US","lineItems":[{"label":"Toast","amount":"0.00"}]}', 1, 1,
    began, began + interval '1 day', began FROM rows;
INSERT INTO attempts (merchant_id, attempt_id, checkout_id, number, state, processor, amount, currency,
    version, fingerprint, told, started_at, leased_until, ended_at)
SELECT :merchant, id, id, 1, 'authorized', 'sandbox', 0, 'USD', 1, '\x00', 'success', began, began, began
FROM rows;
INSERT INTO kept_cards (merchant_id, card_id, checkout_id, processor, reference, network_transaction,
    merchant_token, network, last_four, created_at)
SELECT :merchant, id, id, 'sandbox', 'bench_' || id, '1', 'token', 'Visa', '4242', began FROM rows;
INSERT INTO sandbox.cards (merchant_id, reference, renewals, created_at)
SELECT :merchant, 'bench_' || id, '{}', began FROM rows;
INSERT INTO subscriptions (merchant_id, subscription_id, checkout_id, plan_id, plan_version, card_id, state,
    currency, country, anchor, period_start, period_end, announced, due_at, created_at, changed_at)
SELECT :merchant, id, id, '00000000-0000-7000-8000-000000000001', 1, id, 'trialing', 'USD', 'US', began,
    began, began + interval '7 days', 1, began + interval '7 days', began, began FROM rows;
INSERT INTO invoices (merchant_id, invoice_id, subscription_id, period, period_start, period_end, state,
    currency, amount, checkout_id, created_at, ended_at)
SELECT :merchant, id, id, 0, began, began + interval '7 days', 'paid', 'USD', 0, id, began, began FROM rows;
COMMIT;
-- As autovacuum does, which skips empty tables: a statement planned for a table that is known to be
-- empty keeps reading it whole, even after it has grown.
ANALYZE plans, plan_versions, checkouts, attempts, kept_cards, sandbox.cards, subscriptions, invoices;
