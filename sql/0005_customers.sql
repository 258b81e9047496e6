-- Why: a buyer may open an account after the payment, with one tap and with consent. The contact is
-- encrypted with the data key of that checkout. An erasure of the buyer deletes the key from both
-- rows.

CREATE TABLE customers (
    merchant_id bigint NOT NULL,
    customer_id uuid NOT NULL,
    contact bytea,
    data_key bytea,
    -- The checkout in which the buyer consented, and the time of the consent.
    checkout_id uuid NOT NULL,
    consented_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT customers_have_an_identifier PRIMARY KEY (merchant_id, customer_id),
    CONSTRAINT customers_agree_once_a_checkout UNIQUE (merchant_id, checkout_id),
    CONSTRAINT customers_contact_needs_its_key CHECK ((contact IS NULL) OR data_key IS NOT NULL),
    CONSTRAINT customers_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants,
    CONSTRAINT customers_come_from_a_checkout
        FOREIGN KEY (merchant_id, checkout_id) REFERENCES checkouts
);
ALTER TABLE checkouts ADD CONSTRAINT checkouts_belong_to_their_customer
    FOREIGN KEY (merchant_id, customer_id) REFERENCES customers;
-- Earlier text: sha256 9e3aefa4dbf005529bcd1b159a1b0ca4d0ea5e1b3a81611d41d2f9af8d8ada7d
