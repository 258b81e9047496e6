-- The values that bench/plain stores, from a checkout that the server paid: name, tab, value.
SELECT v.name || E'\t' || v.value
FROM checkouts c
JOIN timeline t ON t.checkout_id = c.checkout_id AND t.kind = 'shippingContact'
JOIN events e ON e.merchant_id = c.merchant_id
JOIN attempts a ON a.checkout_id = c.checkout_id
JOIN sandbox.charges s ON s.merchant_id = a.merchant_id
JOIN idempotency_keys i ON i.status = 201
JOIN idempotency_keys p ON p.status = 200
JOIN api_keys k ON k.merchant_id = c.merchant_id AND k.kind = 'secret',
LATERAL (VALUES
    ('merchant', c.merchant_id::text), ('hash', k.hash::text), ('request', c.request::text),
    ('method', c.method), ('place', c.place::text), ('prefill', c.prefill::text),
    ('contacts', c.contacts::text), ('data_key', c.data_key::text), ('total', c.total::text),
    ('question', t.question::text), ('event_data', e.data::text), ('event_type', e.type),
    ('opened', i.answer::text), ('paid', p.answer::text), ('scope', i.scope),
    ('fingerprint', i.fingerprint::text), ('outcome', s.outcome),
    ('reference', a.reference), ('network', a.network), ('last_four', a.last_four),
    ('transaction', a.network_transaction)) v (name, value)
WHERE v.value IS NOT NULL AND c.state = 'captured'
LIMIT 21;
