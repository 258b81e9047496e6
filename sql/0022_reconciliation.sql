-- Why: a processor keeps books of its own, and it is they that pay out. `paysheet reconcile` compares ours with them, and where the two
-- differ the merchant is told: once for each difference, however often it is found, and again only if it went away and came back. So
-- what was found is kept, and that it is no more.

CREATE TABLE discrepancies (
    merchant_id bigint NOT NULL,
    discrepancy_id uuid NOT NULL,
    processor text NOT NULL,
    kind text NOT NULL,
    -- Under which we asked, or are said to have asked: an attempt's identifier, where it is one of ours.
    key text NOT NULL,
    -- The processor's own name of the payment; empty where it has none.
    reference text NOT NULL,
    -- The one that the attempt is of; nothing where we know of no such attempt.
    checkout_id uuid,
    -- What each side says, in words and amounts.
    ours text NOT NULL,
    theirs text NOT NULL,
    -- When the payment was made: a later look at that time that does not find it ends it.
    made_at timestamptz NOT NULL,
    found_at timestamptz NOT NULL,
    seen_at timestamptz NOT NULL,
    -- When the merchant was told last.
    told_at timestamptz NOT NULL,
    resolved_at timestamptz,
    events integer NOT NULL DEFAULT 1,
    CONSTRAINT discrepancies_have_an_identifier PRIMARY KEY (merchant_id, discrepancy_id),
    CONSTRAINT discrepancies_are_told_once
        UNIQUE (merchant_id, processor, key, reference, kind, ours, theirs),
    CONSTRAINT discrepancies_are_of_a_known_kind
        CHECK (kind IN ('missing', 'unexpected', 'doubled', 'amount', 'state')),
    CONSTRAINT discrepancies_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants
);
CREATE INDEX discrepancies_that_stand ON discrepancies (merchant_id, made_at)
    WHERE resolved_at IS NULL;

-- The sandbox lists its payments as a processor does.
CREATE INDEX charges_by_time ON sandbox.charges (merchant_id, created_at, key);
