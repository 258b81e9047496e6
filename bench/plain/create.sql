-- Creates a checkout in the ordinary sequence: the key, the row, the idempotency key.
\set i :i + 1
\set u :first + :client_id * :span + :i
\set n :u
BEGIN;
SELECT k.merchant_id AS owner, m.settings_version FROM api_keys k JOIN merchants m ON m.merchant_id = k.merchant_id WHERE k.merchant_id = :merchant AND k.hash = :hash::bytea AND k.revoked_at IS NULL \gset
INSERT INTO checkouts (merchant_id, checkout_id, state, version, currency, total, total_pending, settings_version, request, method, place, prefill, data_key, derivation_key, generation, created_at, expires_at, changed_at) VALUES (:owner, ('00000000-0000-4000-8000-' || lpad(:n::text, 12, '0'))::uuid, 'open', 1, 'USD', :total, false, :settings_version, :request::json, :method, :place::bytea, :prefill::bytea, :data_key::bytea, 1, 1, now(), now() + interval '1 day', now());
INSERT INTO idempotency_keys (merchant_id, scope, key, fingerprint, status, answer, created_at) VALUES (:owner, :scope, 'plain-' || :u::text, :fingerprint::bytea, 201, :opened::bytea, now()) ON CONFLICT DO NOTHING RETURNING true AS fresh \gset
COMMIT;
