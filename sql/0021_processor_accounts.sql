-- Why: a live payment is charged through the merchant's own account at a processor, whose keys the merchant entrusts to us. Who charges is said when a merchant is opened and never changes: a payment can be captured, refunded and
-- found only where it was made.

ALTER TABLE merchants ADD COLUMN processor text;
UPDATE merchants SET processor = CASE WHEN live THEN 'stripe' ELSE 'sandbox' END;
ALTER TABLE merchants ALTER COLUMN processor SET NOT NULL,
    ADD CONSTRAINT merchants_have_a_known_processor CHECK (processor IN ('sandbox', 'stripe')),
    ADD CONSTRAINT live_merchants_have_a_real_processor CHECK (NOT live OR processor <> 'sandbox');

CREATE TABLE processor_accounts (
    merchant_id bigint NOT NULL,
    -- Sealed: the secret key, then those by which events are signed, a line each.
    secrets bytea NOT NULL,
    changed_at timestamptz NOT NULL,
    CONSTRAINT merchants_have_one_processor_account PRIMARY KEY (merchant_id),
    CONSTRAINT processor_accounts_are_sealed_for_their_merchant
        FOREIGN KEY (merchant_id) REFERENCES merchant_data_keys
);
