-- Why: card networks limit how often a card is tried for one charge. The manual retries of an invoice are
-- counted apart from the schedule, which has a limit of its own.
ALTER TABLE invoices ADD COLUMN manual_retries integer NOT NULL DEFAULT 0;
