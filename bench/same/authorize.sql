-- Made by bin/bench from what the server sends for authorize. Do not edit.
\set i :i + 1
\set u :first + :client_id * :span + :i
\set n :u
\startpipeline
BEGIN;
INSERT INTO idempotency_keys (merchant_id, scope, key, fingerprint, created_at) VALUES ((:create_1_0), (:authorize_2_29), ('authorize-' || :u::text), (:authorize_4_30), (:authorize_5_31));
SELECT c.merchant_id, c.checkout_id, c.state, c.version, c.currency, c.total, c.total_pending, c.authorized, c.captured, c.refunded, c.settings_version, c.request, c.method, c.coupon_id, c.coupon, c.place, c.pinned, c.prefill, c.contacts, c.data_key, c.derivation_key, c.generation, c.attempts, c.events, c.customer_id, c.created_at, c.expires_at, c.changed_at, m.settings_version AS present_settings_version FROM checkouts c JOIN merchants m ON m.merchant_id = c.merchant_id WHERE c.merchant_id = (:create_1_0) AND c.checkout_id = (('00000000-0000-4000-8000-' || lpad(:n::text, 12, '0'))::uuid) FOR UPDATE OF c;
\endpipeline
\startpipeline
UPDATE checkouts SET state = (:authorize_1_32), version = (:method_1_22), total = (:method_2_23), total_pending = (:create_16_9), settings_version = (:create_1_0), method = (:method_5_24), authorized = (:authorize_7_33), captured = (:authorize_7_33), attempts = (:create_1_0), events = (:authorize_7_33), place = (:contact_8_17), pinned = (NULL), contacts = (:authorize_13_34), changed_at = (:authorize_5_31) WHERE merchant_id = (:create_1_0) AND checkout_id = (('00000000-0000-4000-8000-' || lpad(:n::text, 12, '0'))::uuid);
INSERT INTO attempts (merchant_id, attempt_id, checkout_id, number, state, processor, amount, currency, version, fingerprint, coupon_id, buyer, started_at, leased_until) VALUES ((:create_1_0), (('00000000-0000-4000-8001-' || lpad(:u::text, 12, '0'))::uuid), (('00000000-0000-4000-8000-' || lpad(:n::text, 12, '0'))::uuid), (:create_1_0), (:authorize_5_35), (:authorize_6_36), (:method_2_23), (:create_14_7), (:method_1_22), (:authorize_10_37), (NULL), (NULL), (:authorize_5_31), (:authorize_14_38));
COMMIT;
\endpipeline
INSERT INTO sandbox.charges (merchant_id, key, state, amount, approved, currency, outcome, decline, issuing_country, card_network, card_last_four, captured, created_at, visible_at, hold_ends_at) VALUES ((:create_1_0), ('att_' || :u::text), (:authorize_3_39), (:method_2_23), (:method_2_23), (:create_14_7), (:authorize_7_40), (NULL), (NULL), (:authorize_10_41), (:authorize_11_42), (:authorize_12_43), (:authorize_13_44), (:authorize_13_44), (:authorize_15_45)) ON CONFLICT (merchant_id, key) DO NOTHING RETURNING state;
\startpipeline
BEGIN;
SELECT c.merchant_id, c.checkout_id, c.state, c.version, c.currency, c.total, c.total_pending, c.authorized, c.captured, c.refunded, c.settings_version, c.request, c.method, c.coupon_id, c.coupon, c.place, c.pinned, c.prefill, c.contacts, c.data_key, c.derivation_key, c.generation, c.attempts, c.events, c.customer_id, c.created_at, c.expires_at, c.changed_at, m.settings_version AS present_settings_version FROM checkouts c JOIN merchants m ON m.merchant_id = c.merchant_id WHERE c.merchant_id = (:create_1_0) AND c.checkout_id = (('00000000-0000-4000-8000-' || lpad(:n::text, 12, '0'))::uuid) FOR UPDATE OF c;
\endpipeline
SELECT a.merchant_id, a.attempt_id, a.checkout_id, a.number, a.state, a.processor, a.amount, a.currency, a.version, a.fingerprint, a.told, a.decline, a.reference, a.network, a.last_four, a.network_transaction, a.issuing_country, a.capture_before, a.started_at, a.leased_until, a.ended_at FROM attempts a WHERE a.merchant_id = (:create_1_0) AND a.attempt_id = (('00000000-0000-4000-8001-' || lpad(:u::text, 12, '0'))::uuid) FOR UPDATE;
\startpipeline
UPDATE checkouts SET state = (:authorize_1_46), version = (:method_1_22), total = (:method_2_23), total_pending = (:create_16_9), settings_version = (:create_1_0), method = (:method_5_24), authorized = (:method_2_23), captured = (:method_2_23), attempts = (:create_1_0), events = (:create_1_0), place = (:contact_8_17), pinned = (NULL), contacts = (:authorize_13_34), changed_at = (:authorize_14_47) WHERE merchant_id = (:create_1_0) AND checkout_id = (('00000000-0000-4000-8000-' || lpad(:n::text, 12, '0'))::uuid);
UPDATE attempts SET state = (:authorize_1_48), told = (:authorize_2_49), decline = (NULL), reference = (:authorize_4_50), network = (:authorize_10_41), last_four = (:authorize_11_42), network_transaction = (:authorize_7_51), issuing_country = (NULL), capture_before = (:authorize_15_45), ended_at = (:authorize_14_47), leased_until = (:authorize_14_38) WHERE merchant_id = (:create_1_0) AND attempt_id = (('00000000-0000-4000-8001-' || lpad(:u::text, 12, '0'))::uuid);
INSERT INTO events (merchant_id, event_id, type, object, sequence, data, created_at) VALUES ((:create_1_0), (('00000000-0000-4000-8002-' || lpad(:u::text, 12, '0'))::uuid), (:authorize_3_52), ('chk_' || :u::text), (:create_1_0), (:authorize_6_53), (:authorize_14_47));
INSERT INTO timeline (merchant_id, checkout_id, entry_id, kind, at, request_id, version, total, state, errors, question) VALUES ((:create_1_0), (('00000000-0000-4000-8000-' || lpad(:n::text, 12, '0'))::uuid), (('00000000-0000-4000-8003-' || lpad(:u::text, 12, '0'))::uuid), (:authorize_1_48), (:authorize_14_47), (:authorize_6_54), (:method_1_22), (:method_2_23), (:authorize_1_46), (NULL), (NULL));
UPDATE idempotency_keys SET status = (:authorize_1_55), answer = (:authorize_2_56) WHERE merchant_id = (:create_1_0) AND scope = (:authorize_2_29) AND key = ('authorize-' || :u::text);
COMMIT;
\endpipeline
