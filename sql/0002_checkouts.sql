-- Why: a checkout is one purchase in a payment sheet, from the cart to the authorized payment. Its
-- row contains the values that a call may change under the row's lock. Data from the buyer's
-- devices is encrypted with a key in the same row, so that erasing a person means destroying that
-- key.

CREATE TABLE checkouts (
    merchant_id bigint NOT NULL,
    checkout_id uuid NOT NULL,
    state text NOT NULL,
    -- Rises when the price or the buyer's choices change; an authorization names the version that
    -- it pays.
    version integer NOT NULL,
    -- The last version that the sheet received. A change that the sheet has not received is no part
    -- of the promise to the buyer (docs/rules/money.md#6).
    shown_version integer NOT NULL DEFAULT 1,
    currency text NOT NULL,
    -- The last total that the sheet received, in minor units: its promise to the buyer.
    total bigint NOT NULL,
    total_pending boolean NOT NULL,
    -- The version of the merchant's settings that priced the checkout.
    settings_version bigint NOT NULL,
    authorization_amount bigint,
    maximum_amount bigint,
    authorized bigint NOT NULL DEFAULT 0,
    captured bigint NOT NULL DEFAULT 0,
    refunded bigint NOT NULL DEFAULT 0,
    -- The request as the server accepted it, without contacts.
    request json NOT NULL,
    -- The buyer's choices so far: shipping method, coupon, and the coarse parts of the place
    -- (encrypted).
    method text,
    coupon_id uuid,
    -- The coupon's code and terms as the sheet showed them.
    coupon json,
    place bytea,
    -- A redacted place whose full address costs more, together with that address: the higher price
    -- applies (encrypted).
    pinned bytea,
    -- Contacts: as the merchant knew them before, and as the buyer authorized them (encrypted).
    prefill bytea,
    contacts bytea,
    data_key bytea,
    -- The client secret is derived, not stored: the number of the derivation key, and the
    -- generation, which rises with each rotation.
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
-- Sheet updates rewrite a checkout's row about five times within a minute. Free space in the page
-- keeps these updates out of the indexes, and a row of a few kilobytes is not worth compressing.

CREATE INDEX checkouts_by_reference ON checkouts (merchant_id, reference)
    WHERE reference IS NOT NULL;
CREATE INDEX checkouts_by_customer ON checkouts (merchant_id, customer_id)
    WHERE customer_id IS NOT NULL;
-- By age, for the worker that deletes the data of checkouts without a payment. Rows are inserted in
-- this order.
CREATE INDEX checkouts_by_age ON checkouts USING brin (created_at);

-- Each request of the sheet, with its answer.
CREATE TABLE timeline (
    merchant_id bigint NOT NULL,
    checkout_id uuid NOT NULL,
    entry_id uuid NOT NULL,
    kind text NOT NULL,
    at timestamptz NOT NULL,
    request_id text NOT NULL,
    -- The version, the total and the state after the entry.
    version integer NOT NULL,
    total bigint NOT NULL,
    state text NOT NULL,
    -- The codes and fields of errors; never a value that the buyer entered.
    errors text[],
    -- The sheet's request, encrypted with the checkout's key.
    question bytea,
    CONSTRAINT timeline_entries_have_an_identifier
        PRIMARY KEY (merchant_id, checkout_id, entry_id),
    CONSTRAINT timeline_is_of_a_checkout
        FOREIGN KEY (merchant_id, checkout_id) REFERENCES checkouts
);

-- One try to charge a card. Its identifier is the key at the processor, so that any number of calls
-- makes one charge.
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
    -- SHA-256 of the version and the payment: the same tap twice is one attempt.
    fingerprint bytea NOT NULL,
    -- The outcome that the buyer has received: success, failure or unknown; 'nothing' before that.
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
    -- Until then a live server works on the attempt; afterwards any server may finish it.
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
-- An attempt with an unknown outcome blocks a second charge until the outcome is known.
CREATE UNIQUE INDEX attempts_live_one_at_a_time ON attempts (merchant_id, checkout_id)
    WHERE state IN ('started', 'unknown', 'authorized');
CREATE INDEX attempts_to_finish ON attempts (leased_until)
    WHERE state IN ('started', 'unknown', 'voiding');
CREATE INDEX attempts_by_coupon ON attempts (merchant_id, coupon_id, buyer)
    WHERE coupon_id IS NOT NULL AND state IN ('started', 'unknown', 'authorized');
-- Earlier text: sha256 ecc0591b48e48ed188aaa34f3aa11b6f2e494ed79f98844282b78285448c0abc
-- Earlier text: sha256 d09a522b942a79b92088aa176e05a9aacea3fb5d6335a2f5ef95e591addbfd67
