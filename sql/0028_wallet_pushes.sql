-- Why: the server notifies a phone that one of its passes has changed, so that the phone requests
-- it. A row is one push to one phone for all changes since the last push. The transaction of the
-- change inserts it, and a worker deletes it when Apple has accepted the push.

CREATE TABLE wallet_pushes (
    merchant_id bigint NOT NULL,
    pass_type_id uuid NOT NULL,
    device bytea NOT NULL,
    -- The time of the newest change that the push reports. A change during the push causes another
    -- push.
    asked_at timestamptz NOT NULL,
    due_at timestamptz NOT NULL,
    tries integer NOT NULL DEFAULT 0,
    CONSTRAINT wallet_pushes_are_one_a_phone PRIMARY KEY (merchant_id, pass_type_id, device),
    CONSTRAINT wallet_pushes_go_to_a_phone
        FOREIGN KEY (merchant_id, pass_type_id, device) REFERENCES wallet_devices ON DELETE CASCADE
);
CREATE INDEX wallet_pushes_by_due ON wallet_pushes (due_at);
-- Earlier text: sha256 696678fd1ff5c2dcd46768f39add23c2873cee2d70de3d1b663535b624ad3183
