-- A payment: start, the sandbox's own record, finish; three commits.
\set i :i + 1
\set u :first + :client_id * :span + :i
\set n :u
BEGIN;
INSERT INTO idempotency_keys (merchant_id, scope, key, fingerprint, created_at) VALUES (:merchant, 'plain', 'pay-' || :u::text, :fingerprint::bytea, now()) ON CONFLICT DO NOTHING RETURNING true AS fresh \gset
SELECT state, version, currency, total, total_pending, authorized, captured, refunded, settings_version, request, method, coupon_id, coupon, place, pinned, prefill, contacts, data_key, derivation_key, generation, attempts, events, customer_id, created_at, expires_at, changed_at FROM checkouts WHERE merchant_id = :merchant AND checkout_id = ('00000000-0000-4000-8000-' || lpad(:n::text, 12, '0'))::uuid FOR UPDATE \gset c_
SELECT settings_version FROM merchants WHERE merchant_id = :merchant \gset m_
INSERT INTO attempts (merchant_id, attempt_id, checkout_id, number, state, processor, amount, currency, version, fingerprint, started_at, leased_until) VALUES (:merchant, ('00000000-0000-4000-8002-' || lpad(:u::text, 12, '0'))::uuid, ('00000000-0000-4000-8000-' || lpad(:n::text, 12, '0'))::uuid, 1, 'started', 'sandbox', :total, 'USD', :c_version, :fingerprint::bytea, now(), now() + interval '21 s');
UPDATE checkouts SET state = 'authorizing', attempts = :c_attempts::integer + 1, contacts = :contacts::bytea, changed_at = now() WHERE merchant_id = :merchant AND checkout_id = ('00000000-0000-4000-8000-' || lpad(:n::text, 12, '0'))::uuid;
COMMIT;
INSERT INTO sandbox.charges (merchant_id, key, state, amount, approved, currency, outcome, card_network, card_last_four, captured, created_at, visible_at, hold_ends_at) VALUES (:merchant, 'plain-' || :u::text, 'charged', :total, :total, 'USD', :outcome, :network, :last_four, true, now(), now(), now() + interval '7 days') ON CONFLICT (merchant_id, key) DO NOTHING RETURNING state AS charged \gset
BEGIN;
SELECT state, version, currency, total, total_pending, authorized, captured, refunded, settings_version, request, method, coupon_id, coupon, place, pinned, prefill, contacts, data_key, derivation_key, generation, attempts, events, customer_id, created_at, expires_at, changed_at FROM checkouts WHERE merchant_id = :merchant AND checkout_id = ('00000000-0000-4000-8000-' || lpad(:n::text, 12, '0'))::uuid FOR UPDATE \gset c_
SELECT state, amount, version, fingerprint, told, started_at, leased_until FROM attempts WHERE merchant_id = :merchant AND attempt_id = ('00000000-0000-4000-8002-' || lpad(:u::text, 12, '0'))::uuid FOR UPDATE \gset a_
UPDATE checkouts SET state = 'captured', authorized = :total, captured = :total, events = :c_events::integer + 1, changed_at = now() WHERE merchant_id = :merchant AND checkout_id = ('00000000-0000-4000-8000-' || lpad(:n::text, 12, '0'))::uuid;
UPDATE attempts SET state = 'authorized', told = 'success', reference = :reference, network = :network, last_four = :last_four, network_transaction = :transaction, ended_at = now() WHERE merchant_id = :merchant AND attempt_id = ('00000000-0000-4000-8002-' || lpad(:u::text, 12, '0'))::uuid;
INSERT INTO events (merchant_id, event_id, type, object, sequence, data, created_at) VALUES (:merchant, ('00000000-0000-4000-8003-' || lpad(:u::text, 12, '0'))::uuid, :event_type, 'plain-' || :u::text, :c_events::integer + 1, :event_data::json, now());
INSERT INTO timeline (merchant_id, checkout_id, entry_id, kind, at, request_id, version, total, state, question) VALUES (:merchant, ('00000000-0000-4000-8000-' || lpad(:n::text, 12, '0'))::uuid, ('00000000-0000-4003-8001-' || lpad(:u::text, 12, '0'))::uuid, 'authorized', now(), 'plain-' || :u::text, :c_version::integer + 1, :total, 'captured', NULL);
UPDATE idempotency_keys SET status = 200, answer = :paid::bytea WHERE merchant_id = :merchant AND scope = 'plain' AND key = 'pay-' || :u::text;
COMMIT;
