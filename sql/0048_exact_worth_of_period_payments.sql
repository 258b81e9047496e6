-- Why: the payments for a period add up to its price. In whole minor units they did so only roughly
-- after a refund, and a later credit was a unit too high. The column `worth` is rounded down; this
-- is the rest.
ALTER TABLE period_payments
    ADD COLUMN worth_billionths integer NOT NULL DEFAULT 0
        CONSTRAINT period_payments_have_less_than_a_unit_beside_their_units
            CHECK (worth_billionths BETWEEN 0 AND 999999999),
    DROP CONSTRAINT period_payments_without_an_invoice_are_credits,
    ADD CONSTRAINT period_payments_of_an_invoice_are_positive
        CHECK (number >= 0 AND (invoice_id IS NULL OR worth >= 0));
