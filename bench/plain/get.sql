-- Reads a checkout: the key, the row, its last attempt.
\set i :i + 1
\set u :first + :client_id * :span + :i
\set n :rows_first + 1 + (:client_id * 977 + :i) % :rows
SELECT merchant_id AS owner FROM api_keys WHERE merchant_id = :merchant AND hash = :hash::bytea AND revoked_at IS NULL \gset
SELECT state, version, currency, total, total_pending, authorized, captured, refunded, settings_version, request, method, coupon_id, coupon, place, pinned, prefill, contacts, data_key, derivation_key, generation, attempts, events, customer_id, created_at, expires_at, changed_at FROM checkouts WHERE merchant_id = :merchant AND checkout_id = ('00000000-0000-4000-8000-' || lpad(:n::text, 12, '0'))::uuid \gset c_
SELECT attempt_id, number, state, processor, amount, version, fingerprint, told, decline, reference, network, last_four, network_transaction, issuing_country, capture_before, started_at, leased_until, ended_at FROM attempts WHERE merchant_id = :merchant AND checkout_id = ('00000000-0000-4000-8000-' || lpad(:n::text, 12, '0'))::uuid ORDER BY number DESC LIMIT 1;
