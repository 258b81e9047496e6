-- Why: a live payment is charged through the merchant's own account at a processor, and the
-- merchant entrusts its keys to us. The processor is chosen when a merchant is created, and never
-- changes: a payment can be captured, refunded and found only where it was made.

ALTER TABLE merchants ADD COLUMN processor text;
UPDATE merchants SET processor = CASE WHEN live THEN 'stripe' ELSE 'sandbox' END;
ALTER TABLE merchants ALTER COLUMN processor SET NOT NULL,
    ADD CONSTRAINT merchants_have_a_known_processor CHECK (processor IN ('sandbox', 'stripe')),
    ADD CONSTRAINT live_merchants_have_a_real_processor CHECK (NOT live OR processor <> 'sandbox');

-- A merchant's account at its processor.
CREATE TABLE processor_accounts (
    merchant_id bigint NOT NULL,
    -- Encrypted: the secret key, then the keys that sign the processor's events, one on each line.
    secrets bytea NOT NULL,
    changed_at timestamptz NOT NULL,
    CONSTRAINT merchants_have_one_processor_account PRIMARY KEY (merchant_id),
    CONSTRAINT processor_accounts_are_sealed_for_their_merchant
        FOREIGN KEY (merchant_id) REFERENCES merchant_data_keys
);
-- Earlier text: sha256 28fa5215e8c4220fcd8671b75a427197691fc4699eda8053887ab9384ac57962
