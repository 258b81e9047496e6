-- Why: a processor has books of its own, and payouts follow them. `paysheet reconcile` compares our
-- books with the processor's and notifies the merchant of each difference: once, however often it
-- is found, and again only if it was resolved and came back. So each difference is stored, with its
-- resolution.

CREATE TABLE discrepancies (
    merchant_id bigint NOT NULL,
    discrepancy_id uuid NOT NULL,
    processor text NOT NULL,
    kind text NOT NULL,
    -- The key of our request, or of the request that the processor ascribes to us: an attempt's
    -- identifier, if it is one of ours.
    key text NOT NULL,
    -- The processor's own identifier of the payment; empty if it has none.
    reference text NOT NULL,
    -- The checkout of the attempt; NULL if we know no such attempt.
    checkout_id uuid,
    -- The state and the amounts on each side, as text.
    ours text NOT NULL,
    theirs text NOT NULL,
    -- When the payment was made. A later comparison of that time resolves a difference that it does
    -- not find.
    made_at timestamptz NOT NULL,
    found_at timestamptz NOT NULL,
    seen_at timestamptz NOT NULL,
    -- When the merchant was last notified.
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
-- Earlier text: sha256 54e2b2e8081091f0ae2208dd504b15e9b95d17869d2d231818efa313282d189d
