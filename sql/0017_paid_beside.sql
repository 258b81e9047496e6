-- Why: a buyer may buy goods beside a plan in one sheet. The part of the payment for the goods is
-- no part of the period's price: a refund counts toward the goods first, and does not reduce the
-- credit of a plan change.

ALTER TABLE invoices
    ADD COLUMN beside bigint NOT NULL DEFAULT 0,
    ADD CONSTRAINT invoices_know_what_is_beside_them
        CHECK (beside >= 0 AND (beside = 0 OR beside <= amount));
-- Earlier text: sha256 8c5a349f5365391201e4654e515b94a0c05d0f1135db6de1d743bcd40e2e9c82
