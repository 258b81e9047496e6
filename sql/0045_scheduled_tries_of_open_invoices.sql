-- Why: a manual retry leaves the schedule of an invoice as it was, which needs the time of the next scheduled step. Invoices that
-- were past due before that time was stored, or that waited for another card, had none, so their first manual retry counted.
UPDATE invoices SET scheduled_at = due_at
WHERE state = 'open' AND failed_at IS NOT NULL AND due_at IS NOT NULL AND scheduled_at IS NULL;
