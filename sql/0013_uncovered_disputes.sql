-- Why: a refund to a balance leaves the charge on the buyer's card. The bank then takes back more
-- than the merchant still has of the payment. The difference is a loss, and the books must record
-- it with the dispute.

ALTER TABLE disputes
    -- The disputed amount that was refunded to a balance before; the merchant loses it unless the
    -- dispute is won.
    ADD COLUMN uncovered bigint NOT NULL DEFAULT 0,
    DROP CONSTRAINT disputes_are_about_something,
    ADD CONSTRAINT disputes_are_about_something
        CHECK (amount > 0 AND taken >= 0 AND uncovered >= 0 AND taken + uncovered <= amount);
-- Earlier text: sha256 3511a098f7a57bbd68b6f624d32590d5484bb56c96d4a7612031e0f32dfdb61c
-- Earlier text: sha256 aa60dac8146dc52c4ca5cc380ccba5b59f28190363d9c105f3b462aad22def90
