-- A contact update: lock, the settings' version, the row, the timeline's entry.
\set i :i + 1
\set u :first + :client_id * :span + :i
\set n :rows_first + 1 + (:client_id * 977 + :i) % :rows
BEGIN;
SELECT state, version, currency, total, total_pending, authorized, captured, refunded, settings_version, request, method, coupon_id, coupon, place, pinned, prefill, contacts, data_key, derivation_key, generation, attempts, events, customer_id, created_at, expires_at, changed_at FROM checkouts WHERE merchant_id = :merchant AND checkout_id = ('00000000-0000-4000-8000-' || lpad(:n::text, 12, '0'))::uuid FOR UPDATE \gset c_
SELECT settings_version FROM merchants WHERE merchant_id = :merchant \gset m_
UPDATE checkouts SET version = :c_version::integer + 1, total = :total, total_pending = false, settings_version = :m_settings_version, method = :method, place = :place::bytea, changed_at = now() WHERE merchant_id = :merchant AND checkout_id = ('00000000-0000-4000-8000-' || lpad(:n::text, 12, '0'))::uuid;
INSERT INTO timeline (merchant_id, checkout_id, entry_id, kind, at, request_id, version, total, state, question) VALUES (:merchant, ('00000000-0000-4000-8000-' || lpad(:n::text, 12, '0'))::uuid, ('00000000-0000-4001-8001-' || lpad(:u::text, 12, '0'))::uuid, 'shippingContact', now(), 'plain-' || :u::text, :c_version::integer + 1, :total, 'open', :question::bytea);
COMMIT;
