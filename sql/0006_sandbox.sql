-- Why: the sandbox plays a card processor, and a processor keeps a record of its own. It is written
-- on its own connection and commit, so that it still knows, after our server died in the middle of
-- a payment, what was charged; tests count charges here. Nothing refers to it and it refers to
-- nothing: it stands for a system that is not ours.

CREATE SCHEMA sandbox;

CREATE TABLE sandbox.charges (
    merchant_id bigint NOT NULL,
    -- The attempt's identifier. A row of any state uses the key up.
    key text NOT NULL,
    -- A closed row is the promise that this key never charges: it is written when the caller gives
    -- the attempt up, and a request that comes later finds it.
    state text NOT NULL,
    -- What was asked for, in minor units, and what of it was approved.
    amount bigint NOT NULL,
    approved bigint NOT NULL,
    currency text NOT NULL,
    -- The branch that the token or the amount chose.
    outcome text NOT NULL,
    decline text,
    issuing_country text,
    card_network text NOT NULL,
    card_last_four text NOT NULL,
    -- Taken at once, or only held.
    captured boolean NOT NULL,
    created_at timestamptz NOT NULL,
    -- Until then the sandbox does as if it did not know: a success that comes late.
    visible_at timestamptz NOT NULL,
    hold_ends_at timestamptz NOT NULL,
    voided_at timestamptz,
    CONSTRAINT charges_are_made_once_per_key PRIMARY KEY (merchant_id, key),
    CONSTRAINT charges_are_in_a_known_state
        CHECK (state IN ('charged', 'declined', 'voided', 'closed')),
    CONSTRAINT charges_ask_for_at_least_zero CHECK (amount >= 0),
    CONSTRAINT charges_approve_at_most_what_was_asked CHECK (approved BETWEEN 0 AND amount),
    CONSTRAINT declined_and_closed_charge_nothing
        CHECK (state IN ('charged', 'voided') OR approved = 0),
    CONSTRAINT declines_have_a_reason CHECK ((state = 'declined') = (decline IS NOT NULL)),
    CONSTRAINT voids_have_a_time CHECK ((state = 'voided') = (voided_at IS NOT NULL))
);
