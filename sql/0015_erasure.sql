-- Why: a person may ask a merchant for all data about them, and for its erasure. The account stays
-- as a row without contact and key, because money may depend on it; its checkouts lose their keys
-- with it. Later operations of a payment need no address, only its effect: which of the merchant's
-- zones and tax rates priced it, so that a later refund of items includes their tax.

ALTER TABLE customers
    ADD COLUMN erased_at timestamptz,
    DROP CONSTRAINT customers_contact_needs_its_key,
    ADD CONSTRAINT erased_customers_have_no_contact_and_no_key
        CHECK (erased_at IS NULL OR (contact IS NULL AND data_key IS NULL)),
    ADD CONSTRAINT customers_have_both_until_they_are_erased
        CHECK (erased_at IS NOT NULL OR (contact IS NOT NULL AND data_key IS NOT NULL));

ALTER TABLE checkouts
    -- Positions in the settings that priced the checkout; set only once the place itself is erased.
    ADD COLUMN tariff json,
    ADD CONSTRAINT tariffs_stand_for_a_place_that_is_forgotten
        CHECK (tariff IS NULL OR data_key IS NULL);

-- In the order of the pages of an export.
DROP INDEX checkouts_by_customer;
CREATE INDEX checkouts_by_customer ON checkouts (merchant_id, customer_id, checkout_id)
    WHERE customer_id IS NOT NULL;
-- Earlier text: sha256 4db7821ede8869bbf020c3420f9ce49df567bcddaf5b8ba04ae6997ab62f88cc
