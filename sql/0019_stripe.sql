-- Why: an answer of Stripe's may be lost, and has to be found again. Its search lags behind, so that what was
-- asked of it is written here first, by our own key: which payment of Stripe's it is, and what is settled. Only then is a payment confirmed, which alone moves money. Whoever comes with the same key reads
-- this, and Stripe is asked about that payment. Of what Stripe can tell, nothing is copied.

CREATE TABLE stripe_charges (
    merchant_id bigint NOT NULL,
    -- The attempt's identifier. A row of any state uses the key up.
    key text NOT NULL,
    -- A closed row is the promise that this key never charges: a payment is confirmed for an asked one
    -- only, and what is approved for a closed one all the same is given back.
    state text NOT NULL,
    -- SHA-256 of what was asked for: the same key with something else is refused.
    request bytea NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    -- Taken at once, or only held.
    captured boolean NOT NULL,
    -- Whether the card is kept, and then Apple's name of its merchant token.
    keeps_card boolean NOT NULL,
    merchant_token text,
    -- As the buyer's device has shown it.
    card_network text NOT NULL,
    card_last_four text NOT NULL,
    -- Stripe's name of the payment, or of the verification of a card.
    intent text,
    decline text,
    created_at timestamptz NOT NULL,
    CONSTRAINT stripe_charges_are_made_once_per_key PRIMARY KEY (merchant_id, key),
    -- A dispute names the payment only.
    CONSTRAINT stripe_charges_have_their_own_intent UNIQUE (merchant_id, intent),
    CONSTRAINT stripe_charges_are_in_a_known_state
        CHECK (state IN ('asked', 'done', 'declined', 'voided', 'closed')),
    CONSTRAINT stripe_charges_ask_for_at_least_zero CHECK (amount >= 0),
    CONSTRAINT stripe_charges_that_moved_money_have_an_intent
        CHECK (state NOT IN ('done', 'voided') OR intent IS NOT NULL),
    CONSTRAINT stripe_declines_have_a_reason CHECK ((state = 'declined') = (decline IS NOT NULL))
);

-- What was asked after an authorisation, once for each key. An increment has the key of the capture
-- that needs it.
CREATE TABLE stripe_settlements (
    merchant_id bigint NOT NULL,
    kind text NOT NULL,
    key text NOT NULL,
    charge text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    is_last boolean NOT NULL,
    state text NOT NULL,
    -- Stripe's name of a refund, while it is decided and after.
    reference text,
    -- Why nothing was moved.
    reason text,
    -- Of an increment, what is to be held in all, in Stripe's units: it is asked for by its end.
    target bigint,
    created_at timestamptz NOT NULL,
    CONSTRAINT stripe_settlements_are_made_once_per_key PRIMARY KEY (merchant_id, kind, key),
    CONSTRAINT stripe_settlements_are_of_a_known_kind
        CHECK (kind IN ('capture', 'increment', 'refund')),
    CONSTRAINT stripe_settlements_are_in_a_known_state
        CHECK (state IN ('asked', 'pending', 'done', 'refused', 'declined')),
    CONSTRAINT stripe_settlements_move_at_least_zero CHECK (amount >= 0),
    CONSTRAINT stripe_settlements_fail_for_a_reason
        CHECK ((state IN ('refused', 'declined')) = (reason IS NOT NULL)),
    CONSTRAINT stripe_refunds_that_move_have_a_reference
        CHECK (kind <> 'refund' OR state NOT IN ('pending', 'done') OR reference IS NOT NULL)
);
