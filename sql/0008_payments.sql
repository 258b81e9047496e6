-- Why: an authorized payment is captured in parts, voided, refunded or disputed. A call in progress
-- reserves its amount in the rows that it locks, so that any number of concurrent calls together
-- take at most the amount that exists.

ALTER TABLE checkouts
    -- The attached balances in their order, as the sheet shows them. The holds are the source of
    -- truth.
    ADD COLUMN balances json,
    -- The part that balances pay; the total is the rest, which the card pays.
    ADD COLUMN tendered bigint NOT NULL DEFAULT 0,
    -- The buyer who used the coupon, if balances paid alone, so that no attempt names the buyer.
    ADD COLUMN coupon_buyer bytea,
    ADD COLUMN capturing bigint NOT NULL DEFAULT 0,
    ADD COLUMN refunding bigint NOT NULL DEFAULT 0,
    -- The amount that a bank has taken back, as long as the bank has it.
    ADD COLUMN disputed bigint NOT NULL DEFAULT 0,
    DROP CONSTRAINT captured_at_most_what_was_authorised,
    DROP CONSTRAINT refunded_at_most_what_was_captured,
    ADD CONSTRAINT captured_at_most_what_was_authorised
        CHECK (captured >= 0 AND capturing >= 0 AND captured + capturing <= authorized),
    ADD CONSTRAINT refunded_at_most_what_was_captured
        CHECK (refunded >= 0 AND refunding >= 0 AND disputed >= 0
            AND refunded + refunding + disputed <= captured),
    ADD CONSTRAINT balances_pay_at_least_zero CHECK (tendered >= 0),
    ADD CONSTRAINT balances_that_pay_are_named CHECK (tendered = 0 OR balances IS NOT NULL);
CREATE INDEX checkouts_by_coupon ON checkouts (merchant_id, coupon_id, coupon_buyer)
    WHERE coupon_buyer IS NOT NULL;

ALTER TABLE attempts
    -- The amount that the processor authorized or captured, with later increments.
    ADD COLUMN approved bigint NOT NULL DEFAULT 0,
    ADD COLUMN capturing bigint NOT NULL DEFAULT 0,
    ADD COLUMN captured bigint NOT NULL DEFAULT 0,
    ADD COLUMN refunding bigint NOT NULL DEFAULT 0,
    ADD COLUMN refunded bigint NOT NULL DEFAULT 0,
    ADD COLUMN disputed bigint NOT NULL DEFAULT 0,
    -- When the merchant was notified that the authorization expires soon.
    ADD COLUMN warned_at timestamptz;
UPDATE attempts a SET approved = a.amount, captured = c.captured
    FROM checkouts c
    WHERE c.merchant_id = a.merchant_id AND c.checkout_id = a.checkout_id
        AND a.state = 'authorized';
ALTER TABLE attempts
    ADD CONSTRAINT attempts_capture_at_most_what_was_approved
        CHECK (captured >= 0 AND capturing >= 0 AND captured + capturing <= approved),
    ADD CONSTRAINT attempts_refund_at_most_what_they_captured
        CHECK (refunded >= 0 AND refunding >= 0 AND disputed >= 0
            AND refunded + refunding + disputed <= captured);
-- Authorizations that are not captured in full, by the time at which they expire.
CREATE INDEX attempts_to_expire ON attempts (capture_before)
    WHERE state = 'authorized' AND captured < approved;

-- A capture takes authorized money: from balances first, from the card last.
CREATE TABLE captures (
    merchant_id bigint NOT NULL,
    capture_id uuid NOT NULL,
    checkout_id uuid NOT NULL,
    number integer NOT NULL,
    state text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    -- The part that the card pays, and the increment of the authorization that comes before it.
    card bigint NOT NULL,
    increment bigint NOT NULL DEFAULT 0,
    attempt_id uuid,
    -- The parts that balances pay, by their holds.
    hold_ids uuid[] NOT NULL DEFAULT '{}',
    hold_amounts bigint[] NOT NULL DEFAULT '{}',
    -- The parts that top up balances.
    credit_ids uuid[] NOT NULL DEFAULT '{}',
    credit_amounts bigint[] NOT NULL DEFAULT '{}',
    -- The captured items: position in the cart and quantity.
    items json,
    -- True if the capture releases the rest of the authorization.
    is_last boolean NOT NULL,
    failure text,
    reference text,
    started_at timestamptz NOT NULL,
    leased_until timestamptz NOT NULL,
    ended_at timestamptz,
    CONSTRAINT captures_have_an_identifier PRIMARY KEY (merchant_id, capture_id),
    CONSTRAINT captures_are_numbered UNIQUE (merchant_id, checkout_id, number),
    CONSTRAINT captures_are_in_a_known_state
        CHECK (state IN ('started', 'unknown', 'succeeded', 'failed')),
    CONSTRAINT captures_take_at_least_zero
        CHECK (amount >= 0 AND card BETWEEN 0 AND amount AND increment BETWEEN 0 AND card),
    CONSTRAINT captures_of_a_card_name_its_attempt CHECK (card = 0 OR attempt_id IS NOT NULL),
    CONSTRAINT captures_pair_holds_with_amounts
        CHECK (cardinality(hold_ids) = cardinality(hold_amounts)),
    CONSTRAINT captures_pair_credits_with_amounts
        CHECK (cardinality(credit_ids) = cardinality(credit_amounts)),
    CONSTRAINT captures_end_when_they_are_done
        CHECK ((state IN ('started', 'unknown')) = (ended_at IS NULL)),
    CONSTRAINT captures_are_of_a_checkout
        FOREIGN KEY (merchant_id, checkout_id) REFERENCES checkouts,
    CONSTRAINT captures_are_of_an_attempt
        FOREIGN KEY (merchant_id, attempt_id) REFERENCES attempts
);
CREATE INDEX captures_to_finish ON captures (leased_until) WHERE state IN ('started', 'unknown');

-- Payments that were captured with their authorization, before there were captures. Each becomes a
-- capture with the identifier of its attempt, and is booked as one.
INSERT INTO captures (merchant_id, capture_id, checkout_id, number, state, amount, currency, card,
    attempt_id, is_last, reference, started_at, leased_until, ended_at)
SELECT merchant_id, attempt_id, checkout_id, 1, 'succeeded', captured, currency, captured,
    attempt_id, true, reference, started_at, leased_until, ended_at
FROM attempts WHERE captured > 0;
INSERT INTO transfers (merchant_id, transfer_id, kind, from_system, to_system, amount, currency,
    checkout_id, at)
SELECT merchant_id, attempt_id, 'capture', 'processor', 'revenue', captured, currency, checkout_id,
    ended_at
FROM attempts WHERE captured > 0;

-- A refund returns money: to the card first, to balances last, to each at most the amount that it
-- paid.
CREATE TABLE refunds (
    merchant_id bigint NOT NULL,
    refund_id uuid NOT NULL,
    checkout_id uuid NOT NULL,
    number integer NOT NULL,
    state text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    card bigint NOT NULL,
    attempt_id uuid,
    hold_ids uuid[] NOT NULL DEFAULT '{}',
    hold_amounts bigint[] NOT NULL DEFAULT '{}',
    -- The balance that receives the money instead, because the merchant requests it or because a
    -- gift card that paid cannot be used any more.
    credit_balance uuid,
    credit bigint NOT NULL DEFAULT 0,
    -- Debits of balances that the payment topped up. The refund makes them when it starts.
    debit_ids uuid[] NOT NULL DEFAULT '{}',
    debit_amounts bigint[] NOT NULL DEFAULT '{}',
    items json,
    reason text,
    failure text,
    reference text,
    started_at timestamptz NOT NULL,
    leased_until timestamptz NOT NULL,
    ended_at timestamptz,
    CONSTRAINT refunds_have_an_identifier PRIMARY KEY (merchant_id, refund_id),
    CONSTRAINT refunds_are_numbered UNIQUE (merchant_id, checkout_id, number),
    CONSTRAINT refunds_are_in_a_known_state
        CHECK (state IN ('started', 'unknown', 'pending', 'succeeded', 'failed')),
    CONSTRAINT refunds_give_something
        CHECK (amount > 0 AND card BETWEEN 0 AND amount AND credit BETWEEN 0 AND amount),
    CONSTRAINT refunds_to_a_card_name_its_attempt CHECK (card = 0 OR attempt_id IS NOT NULL),
    CONSTRAINT refunds_as_credit_name_the_balance CHECK (credit = 0 OR credit_balance IS NOT NULL),
    CONSTRAINT refunds_pair_holds_with_amounts
        CHECK (cardinality(hold_ids) = cardinality(hold_amounts)),
    CONSTRAINT refunds_pair_debits_with_amounts
        CHECK (cardinality(debit_ids) = cardinality(debit_amounts)),
    CONSTRAINT refunds_end_when_they_are_done
        CHECK ((state IN ('started', 'unknown', 'pending')) = (ended_at IS NULL)),
    CONSTRAINT refunds_are_of_a_checkout
        FOREIGN KEY (merchant_id, checkout_id) REFERENCES checkouts,
    CONSTRAINT refunds_are_of_an_attempt
        FOREIGN KEY (merchant_id, attempt_id) REFERENCES attempts,
    CONSTRAINT refunds_credit_the_merchants_balance
        FOREIGN KEY (merchant_id, credit_balance) REFERENCES balances
);
CREATE INDEX refunds_to_finish ON refunds (leased_until)
    WHERE state IN ('started', 'unknown', 'pending');

-- A dispute: a buyer's bank takes money back, and decides later.
CREATE TABLE disputes (
    merchant_id bigint NOT NULL,
    dispute_id uuid NOT NULL,
    checkout_id uuid NOT NULL,
    attempt_id uuid NOT NULL,
    number integer NOT NULL,
    -- The processor's own identifier: a dispute that is reported twice is one dispute.
    reference text NOT NULL,
    state text NOT NULL,
    reason text,
    amount bigint NOT NULL,
    -- The part that the merchant still had; the rest was refunded before.
    taken bigint NOT NULL,
    currency text NOT NULL,
    opened_at timestamptz NOT NULL,
    ended_at timestamptz,
    CONSTRAINT disputes_have_an_identifier PRIMARY KEY (merchant_id, dispute_id),
    CONSTRAINT disputes_are_told_once UNIQUE (merchant_id, reference),
    CONSTRAINT disputes_are_in_a_known_state CHECK (state IN ('opened', 'won', 'lost')),
    CONSTRAINT disputes_are_about_something CHECK (amount > 0 AND taken BETWEEN 0 AND amount),
    CONSTRAINT disputes_end_when_they_are_done CHECK ((state = 'opened') = (ended_at IS NULL)),
    CONSTRAINT disputes_are_of_a_checkout
        FOREIGN KEY (merchant_id, checkout_id) REFERENCES checkouts,
    CONSTRAINT disputes_are_of_an_attempt
        FOREIGN KEY (merchant_id, attempt_id) REFERENCES attempts
);
CREATE INDEX disputes_by_checkout ON disputes (merchant_id, checkout_id);

-- The operation that the call with a claimed key started. A repeated call finds it there and
-- finishes it.
ALTER TABLE idempotency_keys ADD COLUMN subject uuid;
-- Earlier text: sha256 ab7efd4710ee12b1376ae1c8c4ce01901895cf3870ef627e2144f66260b028ab
