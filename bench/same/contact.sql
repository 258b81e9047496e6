-- Made by bin/bench from what the server sends for contact. Do not edit.
\set i :i + 1
\set u :first + :client_id * :span + :i
\set n :rows_first + 1 + (:client_id * 977 + :i) % :rows
\startpipeline
BEGIN;
SELECT c.merchant_id, c.checkout_id, c.state, c.version, c.currency, c.total, c.total_pending, c.authorized, c.captured, c.refunded, c.settings_version, c.request, c.method, c.coupon_id, c.coupon, c.place, c.pinned, c.prefill, c.contacts, c.data_key, c.derivation_key, c.generation, c.attempts, c.events, c.customer_id, c.created_at, c.expires_at, c.changed_at, m.settings_version AS present_settings_version FROM checkouts c JOIN merchants m ON m.merchant_id = c.merchant_id WHERE c.merchant_id = (:create_1_0) AND c.checkout_id = (('00000000-0000-4000-8000-' || lpad(:n::text, 12, '0'))::uuid) FOR UPDATE OF c;
\endpipeline
\startpipeline
UPDATE checkouts SET version = (:create_1_0), total = (:create_15_8), total_pending = (:create_16_9), settings_version = (:create_1_0), method = (:create_21_11), coupon_id = (NULL), coupon = (NULL), place = (:contact_8_16), pinned = (NULL), changed_at = (:contact_10_17) WHERE merchant_id = (:create_1_0) AND checkout_id = (('00000000-0000-4000-8000-' || lpad(:n::text, 12, '0'))::uuid);
INSERT INTO timeline (merchant_id, checkout_id, entry_id, kind, at, request_id, version, total, state, errors, question) VALUES ((:create_1_0), (('00000000-0000-4000-8000-' || lpad(:n::text, 12, '0'))::uuid), (('00000000-0000-4000-8001-' || lpad(:u::text, 12, '0'))::uuid), (:contact_4_18), (:contact_10_17), (:contact_6_19), (:create_1_0), (:create_15_8), (:create_12_6), (NULL), (:contact_11_20));
COMMIT;
\endpipeline
