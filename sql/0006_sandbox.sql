-- Why: the sandbox simulates a card processor, and a processor has records of its own. The sandbox
-- writes them on a connection of its own and commits them itself, so that it still knows its
-- charges after a crash of our server in the middle of a payment. Tests count charges here. No
-- foreign key leads into this schema or out of it, because it stands for a system that is not ours.

CREATE SCHEMA sandbox;

CREATE TABLE sandbox.charges (
    merchant_id bigint NOT NULL,
    -- The attempt's identifier. A row in any state uses up the key.
    key text NOT NULL,
    -- A closed row promises that this key never charges. The server writes it when it gives up the
    -- attempt, and a request that arrives later finds it.
    state text NOT NULL,
    -- The requested amount, in minor units, and the approved part of it.
    amount bigint NOT NULL,
    approved bigint NOT NULL,
    currency text NOT NULL,
    -- The outcome that the token or the amount selected.
    outcome text NOT NULL,
    decline text,
    issuing_country text,
    card_network text NOT NULL,
    card_last_four text NOT NULL,
    -- True if the amount was captured at once, false if it was only authorized.
    captured boolean NOT NULL,
    created_at timestamptz NOT NULL,
    -- Until then the sandbox pretends not to know the charge: this simulates a late success.
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
-- Earlier text: sha256 762865dcdb69b47728a9fedb5549b1509b169effd47ad8bbfbf0415b5b64eaff
