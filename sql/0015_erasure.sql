-- Why: a person may ask a merchant for all that is kept of them, and to be forgotten. The account stays
-- as a row without a contact and without a key, because money may hang on it; its checkouts lose their
-- keys with it. What a payment still needs of an address after that is no address: which of the merchant's
-- zones and tax rates it was priced by, so that items given back later are given back with their tax.

ALTER TABLE customers
    ADD COLUMN erased_at timestamptz,
    DROP CONSTRAINT customers_contact_needs_its_key,
    ADD CONSTRAINT erased_customers_have_no_contact_and_no_key
        CHECK (erased_at IS NULL OR (contact IS NULL AND data_key IS NULL)),
    ADD CONSTRAINT customers_have_both_until_they_are_erased
        CHECK (erased_at IS NOT NULL OR (contact IS NOT NULL AND data_key IS NOT NULL));

ALTER TABLE checkouts
    -- Places among the settings that it was priced by; only once the place itself is forgotten.
    ADD COLUMN tariff json,
    ADD CONSTRAINT tariffs_stand_for_a_place_that_is_forgotten
        CHECK (tariff IS NULL OR data_key IS NULL);

-- In the order in which an export turns their pages.
DROP INDEX checkouts_by_customer;
CREATE INDEX checkouts_by_customer ON checkouts (merchant_id, customer_id, checkout_id)
    WHERE customer_id IS NOT NULL;
