-- Why: a manual retry of an invoice must not use up its dunning schedule. The date of the next
-- scheduled try is kept apart from due_at, which is a worker's lease as well.
ALTER TABLE invoices ADD COLUMN scheduled_at timestamptz;
