-- Why: an erased buyer may also have bought without their account. Those checkouts are found by
-- their encrypted contacts, which takes longer than a call: a job reads them in batches. It
-- searches for a keyed hash of the email address, which is deleted at the end.
CREATE TABLE erasures (
    merchant_id bigint NOT NULL,
    customer_id uuid NOT NULL,
    key_number integer NOT NULL,
    email_hash bytea NOT NULL,
    -- The last checkout that the job has read, and the first one that is too new.
    reached uuid NOT NULL,
    until uuid NOT NULL,
    due_at timestamptz NOT NULL,
    CONSTRAINT erasures_are_of_a_customer PRIMARY KEY (merchant_id, customer_id),
    CONSTRAINT erasures_belong_to_their_customer
        FOREIGN KEY (merchant_id, customer_id) REFERENCES customers
);
CREATE INDEX erasures_due ON erasures (due_at);
-- Earlier text: sha256 0aa862f824fdb130574732cb950f1ab271159c2b6b6ff0891353874042ea0e0f
