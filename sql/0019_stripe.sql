-- Why: a response from Stripe may be lost, and must be found again. Stripe's search lags behind, so
-- the adapter writes each request here first, under our own key: the payment at Stripe that belongs
-- to it, and the decided outcome. Only then does the adapter confirm a payment, and only the
-- confirmation moves money. A later call with the same key reads this row, and asks Stripe about
-- that payment. The row copies no data that Stripe can report.

CREATE TABLE stripe_charges (
    merchant_id bigint NOT NULL,
    -- The attempt's identifier. A row in any state uses up the key.
    key text NOT NULL,
    -- A closed row promises that this key never charges: the adapter confirms a payment only for an
    -- 'asked' row, and voids one that Stripe approved for a closed row all the same.
    state text NOT NULL,
    -- SHA-256 of the request: the same key with another request is refused.
    request bytea NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    -- True if the amount was captured at once, false if it was only authorized.
    captured boolean NOT NULL,
    -- True if the processor saves the card.
    keeps_card boolean NOT NULL,
    -- Apple's identifier of the merchant token; NULL if the card is not saved or has no such token.
    merchant_token text,
    -- The card as the buyer's device showed it.
    card_network text NOT NULL,
    card_last_four text NOT NULL,
    -- Stripe's identifier of the payment, or of the verification of a card.
    intent text,
    decline text,
    created_at timestamptz NOT NULL,
    CONSTRAINT stripe_charges_are_made_once_per_key PRIMARY KEY (merchant_id, key),
    -- A dispute names only the payment.
    CONSTRAINT stripe_charges_have_their_own_intent UNIQUE (merchant_id, intent),
    CONSTRAINT stripe_charges_are_in_a_known_state
        CHECK (state IN ('asked', 'done', 'declined', 'voided', 'closed')),
    CONSTRAINT stripe_charges_ask_for_at_least_zero CHECK (amount >= 0),
    CONSTRAINT stripe_charges_that_moved_money_have_an_intent
        CHECK (state NOT IN ('done', 'voided') OR intent IS NOT NULL),
    CONSTRAINT stripe_declines_have_a_reason CHECK ((state = 'declined') = (decline IS NOT NULL))
);

-- An operation after an authorization, one for each kind and key. An increment has the key of the
-- capture that needs it.
CREATE TABLE stripe_settlements (
    merchant_id bigint NOT NULL,
    kind text NOT NULL,
    key text NOT NULL,
    charge text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    is_last boolean NOT NULL,
    state text NOT NULL,
    -- Stripe's identifier of a refund, once it is pending, or of a captured payment.
    reference text,
    -- The reason why no money moved.
    reason text,
    -- For an increment, the new authorized total in Stripe's units: the request to Stripe names the
    -- total, not the difference.
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
-- Earlier text: sha256 b9d5f3a78bde7b4217540fea82d8a21038460e894a9a0288b8a64e6e7d0b2e50
-- Earlier text: sha256 84dbb0d22deb85444ddb43be0d63cbd3ff90d617ff4722f1bf8ddb0e13f757ab
-- Earlier text: sha256 47167fda454d1278a03726c0b5938d2037f6bbc1a5941d79cf7887caae6f8141
