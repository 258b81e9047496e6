-- Why: a buyer may keep an account after the payment, in one tap and with consent. The contact is
-- sealed with the key that the checkout was made with; both rows lose it when the buyer is erased.

CREATE TABLE customers (
    merchant_id bigint NOT NULL,
    customer_id uuid NOT NULL,
    contact bytea,
    data_key bytea,
    -- The checkout at which the buyer agreed, and when.
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
