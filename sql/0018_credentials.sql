-- Why: live payments depend on the merchant's secrets: the private keys of its Apple certificates
-- and the keys of its processor. Each merchant has a data key, which encrypts all other secrets,
-- and the server's master key wraps the data key. So a change of the master key only wraps one row
-- for each merchant again.

CREATE TABLE merchant_data_keys (
    merchant_id bigint NOT NULL,
    data_key bytea NOT NULL,
    -- The number of the master key that wraps the data key.
    master_number integer NOT NULL,
    CONSTRAINT merchants_have_one_data_key PRIMARY KEY (merchant_id),
    CONSTRAINT data_keys_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants
);
CREATE INDEX data_keys_by_master ON merchant_data_keys (master_number);

-- A certificate from Apple, with its private key (encrypted).
CREATE TABLE certificates (
    merchant_id bigint NOT NULL,
    certificate_id uuid NOT NULL,
    kind text NOT NULL,
    -- Apple's identifier of the merchant.
    merchant_identifier text NOT NULL,
    certificate bytea NOT NULL,
    -- SHA-256 of the certificate, and of its public key, by which payment tokens name it.
    fingerprint bytea NOT NULL,
    public_key_hash bytea NOT NULL,
    private_key bytea NOT NULL,
    valid_from timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    -- When the merchant is next notified that the certificate expires soon.
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

-- Apple's identifier of the payment, from the token of the attempt: one token pays once, with its
-- letters in upper or lower case. An attempt that reached no processor releases its token.
ALTER TABLE attempts ADD COLUMN token bytea;
CREATE UNIQUE INDEX tokens_pay_once ON attempts (merchant_id, token) WHERE token IS NOT NULL;
-- Earlier text: sha256 26919783338a6050f95a1cac51c8c6775178a26d6719120704b316285ce99a23
