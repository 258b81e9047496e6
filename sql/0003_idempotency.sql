-- Why: a client that received no answer repeats its call with the same idempotency key, and must
-- get the first answer instead of a second effect. Claiming the key is the first durable write of
-- the call that it protects.

CREATE TABLE idempotency_keys (
    -- 0 for the operator's calls.
    merchant_id bigint NOT NULL,
    -- The owner of the key: a kind of credential, or the client secret of one checkout.
    scope text NOT NULL,
    key text NOT NULL,
    -- SHA-256 of the method, the path and the canonical body.
    fingerprint bytea NOT NULL,
    -- NULL while the call is in progress.
    status smallint,
    -- The body of the answer, without secrets and contacts.
    answer bytea,
    created_at timestamptz NOT NULL,
    CONSTRAINT idempotency_keys_are_claimed_once PRIMARY KEY (merchant_id, scope, key),
    CONSTRAINT idempotency_answers_are_whole CHECK ((status IS NULL) = (answer IS NULL))
);
-- Keys are stored for seven days and deleted in the order of their creation, for which a BRIN index
-- costs very little.
CREATE INDEX idempotency_keys_by_age ON idempotency_keys USING brin (created_at);
-- Earlier text: sha256 8187c5906f5e556cdb8dd5350b997396b2546e50ba9c390d7f2b0007c517bd3c
