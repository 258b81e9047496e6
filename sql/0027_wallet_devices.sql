-- Why: a phone registers for the passes that it has, and the server notifies it of their changes.
-- The identifier that a phone chooses for itself is its secret, so the server stores only a digest.

-- A phone has a push token for each pass type, and may send a new one at any time.
CREATE TABLE wallet_devices (
    merchant_id bigint NOT NULL,
    pass_type_id uuid NOT NULL,
    -- SHA-256 of the device library identifier.
    device bytea NOT NULL,
    push_token text NOT NULL,
    -- When the phone last sent the token. An older report that the token is invalid does not
    -- concern it.
    token_at timestamptz NOT NULL,
    CONSTRAINT wallet_devices_are_one_of_a_type PRIMARY KEY (merchant_id, pass_type_id, device),
    CONSTRAINT wallet_devices_are_named_by_a_digest CHECK (length(device) = 32),
    CONSTRAINT wallet_devices_are_of_a_type
        FOREIGN KEY (merchant_id, pass_type_id) REFERENCES pass_types
);

-- A pass on a phone.
CREATE TABLE wallet_registrations (
    merchant_id bigint NOT NULL,
    pass_type_id uuid NOT NULL,
    device bytea NOT NULL,
    pass_id uuid NOT NULL,
    registered_at timestamptz NOT NULL,
    -- From the merchant's counter, so that a change between the download and the registration is
    -- reported, too.
    tag bigint NOT NULL DEFAULT 0,
    CONSTRAINT wallet_registrations_are_made_once
        PRIMARY KEY (merchant_id, pass_type_id, device, pass_id),
    CONSTRAINT wallet_registrations_are_of_a_device
        FOREIGN KEY (merchant_id, pass_type_id, device) REFERENCES wallet_devices,
    CONSTRAINT wallet_registrations_are_for_a_pass
        FOREIGN KEY (merchant_id, pass_id) REFERENCES passes
);
CREATE INDEX wallet_registrations_by_pass ON wallet_registrations (merchant_id, pass_id);
-- Earlier text: sha256 5668aebc5389aad128b9dc25ec258213ec3196489311432f257e81c9d5c68c05
