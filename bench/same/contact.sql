-- Made by bin/bench from what the server sends for contact. Do not edit.
\set i :i + 1
\set u :first + :client_id * :span + :i
\set n :rows_first + 1 + (:client_id * 977 + :i) % :rows
\startpipeline
BEGIN;
SELECT c.merchant_id, c.checkout_id, c.state, c.version, c.currency, c.total, c.total_pending, c.authorized, c.captured, c.refunded, c.settings_version, c.request, c.method, c.coupon_id, c.coupon, c.place, c.pinned, c.prefill, c.contacts, c.data_key, c.derivation_key, c.generation, c.attempts, c.events, c.customer_id, c.created_at, c.expires_at, c.changed_at, m.settings_version AS present_settings_version FROM checkouts c JOIN merchants m ON m.merchant_id = c.merchant_id WHERE c.merchant_id = (:contact_2_1) AND c.checkout_id = (('00000000-0000-4000-8000-' || lpad(:n::text, 12, '0'))::uuid) FOR UPDATE OF c;
\endpipeline
\startpipeline
UPDATE checkouts SET version = (:contact_3_1), total = (:contact_3_2), total_pending = (:contact_3_3), settings_version = (:contact_3_4), method = (:contact_3_5), coupon_id = (NULL), coupon = (NULL), place = (:contact_3_8), pinned = (NULL), changed_at = (:contact_3_10) WHERE merchant_id = (:contact_3_11) AND checkout_id = (('00000000-0000-4000-8000-' || lpad(:n::text, 12, '0'))::uuid);
INSERT INTO timeline (merchant_id, checkout_id, entry_id, kind, at, request_id, version, total, state, errors, question) VALUES ((:contact_4_1), (('00000000-0000-4000-8000-' || lpad(:n::text, 12, '0'))::uuid), (('00000000-0000-4000-8001-' || lpad(:u::text, 12, '0'))::uuid), (:contact_4_4), (:contact_4_5), (:contact_4_6), (:contact_4_7), (:contact_4_8), (:contact_4_9), (NULL), (:contact_4_11));
COMMIT;
\endpipeline
