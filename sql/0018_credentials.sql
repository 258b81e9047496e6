-- Why: live payments stand on secrets of the merchant's: private keys of its Apple certificates, keys of
-- its processor. Each merchant has a data key, which the server's master key wraps; all else is sealed
-- with that one. So a master key is changed by wrapping a row for each merchant anew.

CREATE TABLE merchant_data_keys (
    merchant_id bigint NOT NULL,
    data_key bytea NOT NULL,
    -- Of the master key that wraps it.
    master_number integer NOT NULL,
    CONSTRAINT merchants_have_one_data_key PRIMARY KEY (merchant_id),
    CONSTRAINT data_keys_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants
);
CREATE INDEX data_keys_by_master ON merchant_data_keys (master_number);

CREATE TABLE certificates (
    merchant_id bigint NOT NULL,
    certificate_id uuid NOT NULL,
    kind text NOT NULL,
    -- As Apple knows the merchant.
    merchant_identifier text NOT NULL,
    certificate bytea NOT NULL,
    -- SHA-256 of the certificate, and of its public key as payment tokens name it.
    fingerprint bytea NOT NULL,
    public_key_hash bytea NOT NULL,
    private_key bytea NOT NULL,
    valid_from timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    -- When the merchant is told next that it ends soon.
    warn_at timestamptz,
    events integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    CONSTRAINT certificates_have_an_identifier PRIMARY KEY (merchant_id, certificate_id),
    CONSTRAINT certificates_are_stored_once UNIQUE (merchant_id, kind, fingerprint),
    CONSTRAINT certificates_are_of_a_known_kind
        CHECK (kind IN ('merchant_identity', 'payment_processing')),
    CONSTRAINT certificates_are_named_by_sha256
        CHECK (octet_length(fingerprint) = 32 AND octet_length(public_key_hash) = 32),
    CONSTRAINT certificates_end_after_they_begin CHECK (valid_from <= expires_at),
    CONSTRAINT certificates_are_sealed_for_their_merchant
        FOREIGN KEY (merchant_id) REFERENCES merchant_data_keys
);
CREATE INDEX certificates_to_warn ON certificates (warn_at) WHERE warn_at IS NOT NULL;

-- Apple's name of the payment, from the token that a try was made with: one token pays once, in
-- whatever case it is written. A try that reached nobody lets its token go.
ALTER TABLE attempts ADD COLUMN token bytea;
CREATE UNIQUE INDEX tokens_pay_once ON attempts (merchant_id, token) WHERE token IS NOT NULL;
