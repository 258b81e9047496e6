-- Why: goods may be bought beside a plan in one sheet. What of its payment was for them is no part of the
-- period's price: a refund comes first from the goods, and does not lessen the credit of a change.

ALTER TABLE invoices
    ADD COLUMN beside bigint NOT NULL DEFAULT 0,
    ADD CONSTRAINT invoices_know_what_is_beside_them
        CHECK (beside >= 0 AND (beside = 0 OR beside <= amount));
