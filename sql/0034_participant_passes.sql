-- Why: who took part in a shared order may have a pass of it in their Wallet. The passes are made by a worker once the order is paid, in one
-- transaction with what is noted here, so that nobody has two.

ALTER TABLE shared_orders
    -- When passes are to be made; nothing where none are wanted, or all have theirs.
    ADD COLUMN passes_due_at timestamptz;
CREATE INDEX shared_orders_passes_due ON shared_orders (passes_due_at) WHERE passes_due_at IS NOT NULL;

ALTER TABLE shared_participants
    ADD COLUMN pass_id uuid,
    ADD CONSTRAINT shared_participants_have_a_pass FOREIGN KEY (merchant_id, pass_id) REFERENCES passes;
