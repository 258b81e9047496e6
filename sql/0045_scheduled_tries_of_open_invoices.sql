-- Why: a manual retry leaves the dunning schedule of an invoice unchanged, for which it needs the
-- time of the next scheduled step. Invoices that were past due before that time was stored, or that
-- waited for another card, had none, so that their first manual retry counted against the schedule.
UPDATE invoices SET scheduled_at = due_at
WHERE state = 'open' AND failed_at IS NOT NULL AND due_at IS NOT NULL AND scheduled_at IS NULL;
-- Earlier text: sha256 823c97905dcb9626765e0abccab618a5ca2fb4d249222cca386582f89460709c
