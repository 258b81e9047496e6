-- Why: a checkout carries one sheet from cart to authorised payment. Its row holds what may be
-- changed under a lock; what the buyer's devices sent is sealed with a key of the row's own, so
-- that forgetting a person is destroying that key.

CREATE TABLE checkouts (
    merchant_id bigint NOT NULL,
    checkout_id uuid NOT NULL,
    state text NOT NULL,
    -- Rises when the priced state changes; authorise quotes it.
    version integer NOT NULL,
    -- The version that the sheet was last told: what is changed behind its back is not promised.
    shown_version integer NOT NULL DEFAULT 1,
    currency text NOT NULL,
    -- The last total that was given out, in minor units: the sheet's promise.
    total bigint NOT NULL,
    total_pending boolean NOT NULL,
    -- The version of the merchant's settings that it was priced by.
    settings_version bigint NOT NULL,
    authorization_amount bigint,
    maximum_amount bigint,
    authorized bigint NOT NULL DEFAULT 0,
    captured bigint NOT NULL DEFAULT 0,
    refunded bigint NOT NULL DEFAULT 0,
    -- The request as accepted, without contacts.
    request json NOT NULL,
    -- What the buyer chose so far: method, coupon, the place by its coarse parts (sealed).
    method text,
    coupon_id uuid,
    -- The coupon's code and terms as they were when they were shown.
    coupon json,
    place bytea,
    -- A redacted place whose full address costs more, with that address: its price holds (sealed).
    pinned bytea,
    -- Contacts: as the merchant knew them before, and as authorised (sealed).
    prefill bytea,
    contacts bytea,
    data_key bytea,
    -- The client secret is derived, not stored: by which key, and how often it was rotated.
    derivation_key integer NOT NULL,
    generation integer NOT NULL DEFAULT 1,
    attempts integer NOT NULL DEFAULT 0,
    events integer NOT NULL DEFAULT 0,
    reference text,
    customer_id uuid,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    CONSTRAINT checkouts_have_an_identifier PRIMARY KEY (merchant_id, checkout_id),
    CONSTRAINT checkouts_are_in_a_known_state CHECK (state IN ('open', 'authorizing', 'authorized',
        'captured', 'refunded', 'canceled', 'expired', 'failed')),
    CONSTRAINT total_is_at_least_zero CHECK (total >= 0),
    CONSTRAINT authorised_at_most_the_maximum CHECK (authorized >= 0
        AND (maximum_amount IS NULL OR authorized <= maximum_amount)),
    CONSTRAINT captured_at_most_what_was_authorised CHECK (captured BETWEEN 0 AND authorized),
    CONSTRAINT refunded_at_most_what_was_captured CHECK (refunded BETWEEN 0 AND captured),
    CONSTRAINT attempts_are_limited CHECK (attempts BETWEEN 0 AND 10),
    CONSTRAINT sealed_needs_its_key CHECK (data_key IS NOT NULL
        OR (place IS NULL AND pinned IS NULL AND prefill IS NULL AND contacts IS NULL)),
    CONSTRAINT checkouts_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants,
    CONSTRAINT coupon_is_kept_with_its_terms CHECK ((coupon_id IS NULL) = (coupon IS NULL)),
    CONSTRAINT checkouts_coupon_is_the_merchants
        FOREIGN KEY (merchant_id, coupon_id) REFERENCES coupons
) WITH (fillfactor = 60, toast_tuple_target = 8160);
-- A sheet rewrites its row some five times within a minute: free space in the page keeps those
-- updates off the index, and a row of a few kilobytes is not worth compressing.

CREATE INDEX checkouts_by_reference ON checkouts (merchant_id, reference)
    WHERE reference IS NOT NULL;
CREATE INDEX checkouts_by_customer ON checkouts (merchant_id, customer_id)
    WHERE customer_id IS NOT NULL;
-- By age, for the worker that forgets what was never bought; rows come in that order.
CREATE INDEX checkouts_by_age ON checkouts USING brin (created_at);

-- Every question the sheet asked and every answer.
CREATE TABLE timeline (
    merchant_id bigint NOT NULL,
    checkout_id uuid NOT NULL,
    entry_id uuid NOT NULL,
    kind text NOT NULL,
    at timestamptz NOT NULL,
    request_id text NOT NULL,
    -- The version, total and state after it.
    version integer NOT NULL,
    total bigint NOT NULL,
    state text NOT NULL,
    -- Codes and fields of what was wrong; never a value that the buyer gave.
    errors text[],
    -- What was asked, sealed with the checkout's key.
    question bytea,
    CONSTRAINT timeline_entries_have_an_identifier
        PRIMARY KEY (merchant_id, checkout_id, entry_id),
    CONSTRAINT timeline_is_of_a_checkout
        FOREIGN KEY (merchant_id, checkout_id) REFERENCES checkouts
);

-- One try to charge a card. Its identifier is the key at the processor, so that any number of
-- calls makes one charge.
CREATE TABLE attempts (
    merchant_id bigint NOT NULL,
    attempt_id uuid NOT NULL,
    checkout_id uuid NOT NULL,
    number integer NOT NULL,
    state text NOT NULL,
    processor text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    version integer NOT NULL,
    -- SHA-256 of version and payment: the same tap twice is one attempt.
    fingerprint bytea NOT NULL,
    -- What the buyer has been told, once they were told: nothing, success, failure or unknown.
    told text NOT NULL DEFAULT 'nothing',
    decline text,
    reference text,
    network text,
    last_four text,
    network_transaction text,
    issuing_country text,
    coupon_id uuid,
    buyer bytea,
    capture_before timestamptz,
    started_at timestamptz NOT NULL,
    -- Until then a live server is at it; after that anyone may finish it.
    leased_until timestamptz NOT NULL,
    ended_at timestamptz,
    CONSTRAINT attempts_have_an_identifier PRIMARY KEY (merchant_id, attempt_id),
    CONSTRAINT attempts_are_numbered UNIQUE (merchant_id, checkout_id, number),
    CONSTRAINT attempts_are_in_a_known_state CHECK (state IN ('started', 'unknown', 'authorized',
        'declined', 'voiding', 'voided')),
    CONSTRAINT attempts_tell_a_known_thing
        CHECK (told IN ('nothing', 'success', 'failure', 'unknown')),
    CONSTRAINT attempts_ask_for_at_least_zero CHECK (amount >= 0),
    CONSTRAINT attempts_end_when_they_are_done
        CHECK ((state IN ('started', 'unknown', 'voiding')) = (ended_at IS NULL)),
    CONSTRAINT attempts_are_of_a_checkout
        FOREIGN KEY (merchant_id, checkout_id) REFERENCES checkouts
);
-- An unknown attempt blocks a second charge until it is known.
CREATE UNIQUE INDEX attempts_live_one_at_a_time ON attempts (merchant_id, checkout_id)
    WHERE state IN ('started', 'unknown', 'authorized');
CREATE INDEX attempts_to_finish ON attempts (leased_until)
    WHERE state IN ('started', 'unknown', 'voiding');
CREATE INDEX attempts_by_coupon ON attempts (merchant_id, coupon_id, buyer)
    WHERE coupon_id IS NOT NULL AND state IN ('started', 'unknown', 'authorized');
