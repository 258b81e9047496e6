-- Why: phones register for what they have, and are told when it changes. The name that a phone gives itself is its secret: only a digest is kept.

-- A phone has a push token for each type, and gives a new one when it likes.
CREATE TABLE wallet_devices (
    merchant_id bigint NOT NULL,
    pass_type_id uuid NOT NULL,
    -- SHA-256 of the device library identifier.
    device bytea NOT NULL,
    push_token text NOT NULL,
    -- When the token was given last: an older report that it is dead says nothing of it.
    token_at timestamptz NOT NULL,
    CONSTRAINT wallet_devices_are_one_of_a_type PRIMARY KEY (merchant_id, pass_type_id, device),
    CONSTRAINT wallet_devices_are_named_by_a_digest CHECK (length(device) = 32),
    CONSTRAINT wallet_devices_are_of_a_type FOREIGN KEY (merchant_id, pass_type_id) REFERENCES pass_types
);

CREATE TABLE wallet_registrations (
    merchant_id bigint NOT NULL,
    pass_type_id uuid NOT NULL,
    device bytea NOT NULL,
    pass_id uuid NOT NULL,
    registered_at timestamptz NOT NULL,
    -- From the merchant's counter: what changed between the download and this is told, too.
    tag bigint NOT NULL DEFAULT 0,
    CONSTRAINT wallet_registrations_are_made_once PRIMARY KEY (merchant_id, pass_type_id, device, pass_id),
    CONSTRAINT wallet_registrations_are_of_a_device
        FOREIGN KEY (merchant_id, pass_type_id, device) REFERENCES wallet_devices,
    CONSTRAINT wallet_registrations_are_for_a_pass FOREIGN KEY (merchant_id, pass_id) REFERENCES passes
);
CREATE INDEX wallet_registrations_by_pass ON wallet_registrations (merchant_id, pass_id);
