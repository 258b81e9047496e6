-- A merchant with a hundred thousand passes and a hundred thousand phones, each of which has ten
-- passes: a million registrations. One pass of each phone has changed since the tag in its request.
INSERT INTO passes (merchant_id, pass_id, pass_type_id, serial_number, data_key, sealed, token_digest, content, template_version, tag,
    modified_at, created_at, devices)
SELECT merchant_id, md5('pass ' || n)::uuid, pass_type_id, 'bench-' || n, data_key, sealed, token_digest, content, template_version,
    CASE WHEN n % 10 = 0 THEN 1000000 + n ELSE n END, modified_at, created_at, 10
FROM passes, generate_series(0, 99999) n;
INSERT INTO wallet_devices (merchant_id, pass_type_id, device, push_token, token_at)
SELECT t.merchant_id, t.pass_type_id, sha256(('bench-phone-' || n)::bytea), lpad(to_hex(n), 64, '0'), now()
FROM pass_types t, generate_series(0, 99999) n;
INSERT INTO wallet_registrations (merchant_id, pass_type_id, device, pass_id, registered_at, tag)
SELECT t.merchant_id, t.pass_type_id, sha256(('bench-phone-' || n)::bytea), md5('pass ' || (n * 7 / 10 * 10 + k) % 100000)::uuid, now(), 0
FROM pass_types t, generate_series(0, 99999) n, generate_series(0, 9) k;
ANALYZE passes; ANALYZE wallet_devices; ANALYZE wallet_registrations;
