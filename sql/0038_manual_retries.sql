-- Why: a manual retry of an invoice must not use up its dunning schedule. The date of the next
-- scheduled attempt has a column of its own, because due_at is also a worker's lease.
ALTER TABLE invoices ADD COLUMN scheduled_at timestamptz;
-- Earlier text: sha256 684cd55e54fe8385197c59af8568ece7ea1d3be2ba2ff7b5dcdcc9a299f9ff81
