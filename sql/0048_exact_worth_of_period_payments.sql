-- Why: the payments for a period add up to its price. In whole minor units the sum was only
-- approximate after a refund, and a later credit was one unit too high. The column `worth` is
-- rounded down; this column is the rest.
ALTER TABLE period_payments
    ADD COLUMN worth_billionths integer NOT NULL DEFAULT 0
        CONSTRAINT period_payments_have_less_than_a_unit_beside_their_units
            CHECK (worth_billionths BETWEEN 0 AND 999999999),
    DROP CONSTRAINT period_payments_without_an_invoice_are_credits,
    ADD CONSTRAINT period_payments_of_an_invoice_are_positive
        CHECK (number >= 0 AND (invoice_id IS NULL OR worth >= 0));
-- Earlier text: sha256 8c04ad6778d8284c1cd8a99b0f74a800cbf4b290701b993b9fb416da81ae9de3
