-- Why: a buyer who was erased may have bought without their account, too. Those checkouts are found by
-- their sealed contacts, which takes longer than a call: a job reads them, a batch at a time. What it looks
-- for is a keyed hash of the e-mail address, which is deleted at the end.
CREATE TABLE erasures (
    merchant_id bigint NOT NULL,
    customer_id uuid NOT NULL,
    key_number integer NOT NULL,
    email_hash bytea NOT NULL,
    -- The last checkout that was looked at, and the first that is too new.
    reached uuid NOT NULL,
    until uuid NOT NULL,
    due_at timestamptz NOT NULL,
    CONSTRAINT erasures_are_of_a_customer PRIMARY KEY (merchant_id, customer_id),
    CONSTRAINT erasures_belong_to_their_customer
        FOREIGN KEY (merchant_id, customer_id) REFERENCES customers
);
CREATE INDEX erasures_due ON erasures (due_at);
