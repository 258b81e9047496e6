-- Why: the sandbox also captures, increments and refunds after an authorization, and must itself
-- refuse the requests that a processor would refuse: more than was authorized, more than was
-- captured, an expired authorization. So tests can count the money that really moved here, and not
-- in our own books.

ALTER TABLE sandbox.charges
    -- The total that was ever authorized, with increments. The part that was neither taken nor
    -- released is still authorized; "taking" and "refunding" are in progress and not decided.
    ADD COLUMN held bigint NOT NULL DEFAULT 0,
    ADD COLUMN taking bigint NOT NULL DEFAULT 0,
    ADD COLUMN taken bigint NOT NULL DEFAULT 0,
    ADD COLUMN released bigint NOT NULL DEFAULT 0,
    ADD COLUMN refunding bigint NOT NULL DEFAULT 0,
    ADD COLUMN refunded bigint NOT NULL DEFAULT 0,
    -- The amount that the buyer's bank took back, unless the bank returned it to the merchant.
    ADD COLUMN disputed bigint NOT NULL DEFAULT 0,
    -- The time since which no more money can be captured: the last capture, or a void.
    ADD COLUMN released_at timestamptz,
    -- The outcomes of later operations that the token selected.
    ADD COLUMN on_capture text,
    ADD COLUMN on_increment text,
    ADD COLUMN on_refund text,
    ADD COLUMN on_dispute text,
    ADD COLUMN settle_milliseconds bigint;
UPDATE sandbox.charges SET held = approved,
    taken = CASE WHEN captured THEN approved ELSE 0 END,
    released = CASE WHEN state = 'voided' AND NOT captured THEN approved ELSE 0 END,
    refunded = CASE WHEN state = 'voided' AND captured THEN approved ELSE 0 END,
    released_at = CASE WHEN captured THEN created_at ELSE voided_at END;
ALTER TABLE sandbox.charges
    ADD CONSTRAINT charges_take_at_most_what_is_held
        CHECK (taken >= 0 AND taking >= 0 AND released >= 0
            AND taken + taking + released <= held),
    ADD CONSTRAINT charges_refund_at_most_what_was_taken
        CHECK (refunded >= 0 AND refunding >= 0 AND disputed >= 0
            AND refunded + refunding + disputed <= taken),
    ADD CONSTRAINT declined_and_closed_hold_nothing
        CHECK (state IN ('charged', 'voided') OR held = 0),
    ADD CONSTRAINT voided_charges_keep_nothing
        CHECK (state <> 'voided'
            OR (taking = 0 AND taken + released = held
                AND refunded + refunding + disputed = taken));

-- An operation after an authorization, one for each key. An increment has the key of the capture
-- that needs it.
CREATE TABLE sandbox.settlements (
    merchant_id bigint NOT NULL,
    kind text NOT NULL,
    key text NOT NULL,
    charge text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    is_last boolean NOT NULL,
    state text NOT NULL,
    -- The reason why no money moved. A pending operation may already have the reason with which it
    -- will end.
    reason text,
    created_at timestamptz NOT NULL,
    -- When a pending operation ends by itself.
    due_at timestamptz NOT NULL,
    CONSTRAINT settlements_are_made_once_per_key PRIMARY KEY (merchant_id, kind, key),
    CONSTRAINT settlements_are_of_a_known_kind CHECK (kind IN ('capture', 'increment', 'refund')),
    CONSTRAINT settlements_are_in_a_known_state
        CHECK (state IN ('pending', 'done', 'refused', 'declined')),
    CONSTRAINT settlements_move_at_least_zero CHECK (amount >= 0),
    CONSTRAINT settlements_fail_for_a_reason
        CHECK (state = 'pending' OR (state = 'done') = (reason IS NULL))
);
CREATE INDEX settlements_by_charge ON sandbox.settlements (merchant_id, charge);

-- A dispute that the buyer's bank opened about a charge.
CREATE TABLE sandbox.disputes (
    merchant_id bigint NOT NULL,
    reference text NOT NULL,
    charge text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    reason text NOT NULL,
    state text NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT disputes_are_opened_once_per_reference PRIMARY KEY (merchant_id, reference),
    CONSTRAINT disputes_are_in_a_known_state CHECK (state IN ('opened', 'won', 'lost')),
    CONSTRAINT disputes_are_about_something CHECK (amount > 0)
);
CREATE INDEX disputes_by_charge ON sandbox.disputes (merchant_id, charge);

-- A notice that the sandbox will send to the server, and its time. The sandbox repeats a notice
-- until the server has received it, but not forever.
CREATE TABLE sandbox.notices (
    merchant_id bigint NOT NULL,
    kind text NOT NULL,
    -- Our key, or the sandbox's own reference of a dispute.
    name text NOT NULL,
    due_at timestamptz NOT NULL,
    tries integer NOT NULL DEFAULT 0,
    CONSTRAINT notices_are_of_one_thing PRIMARY KEY (merchant_id, kind, name),
    CONSTRAINT notices_are_of_a_known_kind
        CHECK (kind IN ('authorization', 'capture', 'refund', 'dispute'))
);
CREATE INDEX notices_to_give ON sandbox.notices (due_at);
-- Earlier text: sha256 2282d248c1045d330b90a7792f52e647fd2efda59d60348fce035746c4607458
