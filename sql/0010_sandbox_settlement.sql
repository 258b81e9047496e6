-- Why: the sandbox is asked for money after the authorisation, too, and must refuse by itself what a
-- processor would refuse: more than is held, more than was taken, a hold that is over. So tests can
-- count here, and not in our own books, what really moved.

ALTER TABLE sandbox.charges
    -- All that was ever held, with what was added since. What is neither taken nor released of it is
    -- held still; "taking" and "refunding" are on their way and not decided.
    ADD COLUMN held bigint NOT NULL DEFAULT 0,
    ADD COLUMN taking bigint NOT NULL DEFAULT 0,
    ADD COLUMN taken bigint NOT NULL DEFAULT 0,
    ADD COLUMN released bigint NOT NULL DEFAULT 0,
    ADD COLUMN refunding bigint NOT NULL DEFAULT 0,
    ADD COLUMN refunded bigint NOT NULL DEFAULT 0,
    -- What the buyer's bank has taken back, unless it was given to the merchant after all.
    ADD COLUMN disputed bigint NOT NULL DEFAULT 0,
    -- Since when nothing more can be taken: the last capture, or a void.
    ADD COLUMN released_at timestamptz,
    -- What the token chose for what comes later.
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

-- What was asked after an authorisation, once for each key. An increment has the key of the capture
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
    -- Why nothing was moved; what is pending may have it already, for its end.
    reason text,
    created_at timestamptz NOT NULL,
    -- When what is pending ends by itself.
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

-- What a buyer's bank does about a charge.
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

-- What it will tell us by a notice, and when; told until it was heard, but not for ever.
CREATE TABLE sandbox.notices (
    merchant_id bigint NOT NULL,
    kind text NOT NULL,
    -- Our key, or its own reference of a dispute.
    name text NOT NULL,
    due_at timestamptz NOT NULL,
    tries integer NOT NULL DEFAULT 0,
    CONSTRAINT notices_are_of_one_thing PRIMARY KEY (merchant_id, kind, name),
    CONSTRAINT notices_are_of_a_known_kind
        CHECK (kind IN ('authorization', 'capture', 'refund', 'dispute'))
);
CREATE INDEX notices_to_give ON sandbox.notices (due_at);
