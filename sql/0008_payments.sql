-- Why: after the authorisation comes the money: captured in parts, voided, refunded, disputed. What
-- a call under way may still take is reserved in the rows that it locks, so that any number of them
-- at once take together at most what there is.

ALTER TABLE checkouts
    -- Balances applied, in their order, as the sheet shows them; holds have the truth.
    ADD COLUMN balances json,
    -- What they pay of it; the total is what is left for the card.
    ADD COLUMN tendered bigint NOT NULL DEFAULT 0,
    -- Who used the coupon, where no attempt says so because balances have paid alone.
    ADD COLUMN coupon_buyer bytea,
    ADD COLUMN capturing bigint NOT NULL DEFAULT 0,
    ADD COLUMN refunding bigint NOT NULL DEFAULT 0,
    -- What a bank has taken back, for as long as it has it.
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
    -- What the processor holds or took, with what was added since.
    ADD COLUMN approved bigint NOT NULL DEFAULT 0,
    ADD COLUMN capturing bigint NOT NULL DEFAULT 0,
    ADD COLUMN captured bigint NOT NULL DEFAULT 0,
    ADD COLUMN refunding bigint NOT NULL DEFAULT 0,
    ADD COLUMN refunded bigint NOT NULL DEFAULT 0,
    ADD COLUMN disputed bigint NOT NULL DEFAULT 0,
    -- When the merchant was told that the hold ends soon.
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
-- Authorisations that nobody has captured, by when they end.
CREATE INDEX attempts_to_expire ON attempts (capture_before)
    WHERE state = 'authorized' AND captured < approved;

-- Money taken of what was authorised: from balances first, from the card last.
CREATE TABLE captures (
    merchant_id bigint NOT NULL,
    capture_id uuid NOT NULL,
    checkout_id uuid NOT NULL,
    number integer NOT NULL,
    state text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    -- What of it the card pays, and by how much the authorisation is raised for that before.
    card bigint NOT NULL,
    increment bigint NOT NULL DEFAULT 0,
    attempt_id uuid,
    -- What balances pay, by their holds.
    hold_ids uuid[] NOT NULL DEFAULT '{}',
    hold_amounts bigint[] NOT NULL DEFAULT '{}',
    -- What of it goes to balances that it tops up.
    credit_ids uuid[] NOT NULL DEFAULT '{}',
    credit_amounts bigint[] NOT NULL DEFAULT '{}',
    -- What was captured by item: position in the cart and quantity.
    items json,
    -- Whether what is left is given back.
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
    CONSTRAINT captures_pair_holds_with_amounts CHECK (cardinality(hold_ids) = cardinality(hold_amounts)),
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

-- What was taken with the authorisation, before there were captures: each is a capture that is named
-- like its attempt, and is booked as one.
INSERT INTO captures (merchant_id, capture_id, checkout_id, number, state, amount, currency, card,
    attempt_id, is_last, reference, started_at, leased_until, ended_at)
SELECT merchant_id, attempt_id, checkout_id, 1, 'succeeded', captured, currency, captured, attempt_id,
    true, reference, started_at, leased_until, ended_at
FROM attempts WHERE captured > 0;
INSERT INTO transfers (merchant_id, transfer_id, kind, from_system, to_system, amount, currency,
    checkout_id, at)
SELECT merchant_id, attempt_id, 'capture', 'processor', 'revenue', captured, currency, checkout_id,
    ended_at
FROM attempts WHERE captured > 0;

-- Money given back: to the card first, to balances last, to each at most what it paid.
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
    -- The balance that gets it instead: at the merchant's wish, or for a card that is no more.
    credit_balance uuid,
    credit bigint NOT NULL DEFAULT 0,
    -- What is taken back of balances that the payment topped up: from the moment that it begins.
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
    CONSTRAINT refunds_pair_holds_with_amounts CHECK (cardinality(hold_ids) = cardinality(hold_amounts)),
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

-- A buyer's bank takes money back, and later decides.
CREATE TABLE disputes (
    merchant_id bigint NOT NULL,
    dispute_id uuid NOT NULL,
    checkout_id uuid NOT NULL,
    attempt_id uuid NOT NULL,
    number integer NOT NULL,
    -- The processor's own name for it: told twice, it is one dispute.
    reference text NOT NULL,
    state text NOT NULL,
    reason text,
    amount bigint NOT NULL,
    -- What of it the merchant still had: the rest was given back before.
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

-- What a claimed key began: a repeated call finds it there and takes it to its end.
ALTER TABLE idempotency_keys ADD COLUMN subject uuid;
