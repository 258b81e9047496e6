-- Why: money that was given back as a credit is still on the buyer's card, and a bank that takes the
-- payment back takes it, too. What it takes beyond what the merchant had left is a loss, and must stand
-- in the books with the dispute.

ALTER TABLE disputes
    -- Beyond what was taken of what was left: given back as a credit before.
    ADD COLUMN uncovered bigint NOT NULL DEFAULT 0,
    DROP CONSTRAINT disputes_are_about_something,
    ADD CONSTRAINT disputes_are_about_something
        CHECK (amount > 0 AND taken >= 0 AND uncovered >= 0 AND taken + uncovered <= amount);
