-- Why: a client that got no answer asks again with the same key, and must get the first answer
-- instead of a second effect. The claim is the first durable write of what it guards.

CREATE TABLE idempotency_keys (
    -- 0 for the operator's calls.
    merchant_id bigint NOT NULL,
    -- Whose key it is: a kind of credential, or one checkout's client secret.
    scope text NOT NULL,
    key text NOT NULL,
    -- SHA-256 of method, path and canonical body.
    fingerprint bytea NOT NULL,
    -- Empty while in flight.
    status smallint,
    -- The answer's body without secrets and contacts.
    answer bytea,
    created_at timestamptz NOT NULL,
    CONSTRAINT idempotency_keys_are_claimed_once PRIMARY KEY (merchant_id, scope, key),
    CONSTRAINT idempotency_answers_are_whole CHECK ((status IS NULL) = (answer IS NULL))
);
-- Keys are kept for seven days and leave in the order they came: a BRIN index costs next to nothing.
CREATE INDEX idempotency_keys_by_age ON idempotency_keys USING brin (created_at);
