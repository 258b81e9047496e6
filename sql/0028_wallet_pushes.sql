-- Why: a phone is told that one of its passes has changed, so that it asks. A row is one push to one phone for all that changed since the last
-- one; it is written with the change, and taken away when Apple has taken the push.

CREATE TABLE wallet_pushes (
    merchant_id bigint NOT NULL,
    pass_type_id uuid NOT NULL,
    device bytea NOT NULL,
    -- Of the newest change that it tells of: one that was made while it was on its way is told again.
    asked_at timestamptz NOT NULL,
    due_at timestamptz NOT NULL,
    tries integer NOT NULL DEFAULT 0,
    CONSTRAINT wallet_pushes_are_one_a_phone PRIMARY KEY (merchant_id, pass_type_id, device),
    CONSTRAINT wallet_pushes_go_to_a_phone
        FOREIGN KEY (merchant_id, pass_type_id, device) REFERENCES wallet_devices ON DELETE CASCADE
);
CREATE INDEX wallet_pushes_by_due ON wallet_pushes (due_at);
