-- Why: a participant of a shared order may have a pass of it in Wallet. A worker issues the passes
-- once the order is paid, in one transaction with the values that it stores here, so that no
-- participant has two.

ALTER TABLE shared_orders
    -- When the passes are to be issued; NULL before the order is paid, if it wants none, and after
    -- the worker has issued them or given up.
    ADD COLUMN passes_due_at timestamptz;
CREATE INDEX shared_orders_passes_due ON shared_orders (passes_due_at)
    WHERE passes_due_at IS NOT NULL;

ALTER TABLE shared_participants
    ADD COLUMN pass_id uuid,
    ADD CONSTRAINT shared_participants_have_a_pass
        FOREIGN KEY (merchant_id, pass_id) REFERENCES passes;
-- Earlier text: sha256 01e0c55b1d14a8f3042c7e18e135de3387a37485f1b9013b2f7cb29746b12db3
-- Earlier text: sha256 64ee383fc71c0e2652ce6eea00c200c410ddad20d6b4d8f7c8ffce2b9317b483
