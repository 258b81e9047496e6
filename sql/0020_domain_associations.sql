-- Why: Apple reads a file on every domain before it allows payments on that domain's pages, and
-- again whenever the domain's certificate is about to expire. A merchant whose domain points to
-- this server, wholly or with that one path, stores the file here instead of putting it onto
-- servers.

CREATE TABLE domain_associations (
    merchant_id bigint NOT NULL,
    -- A domain of the merchant in the table names. Removing the domain deletes the file.
    domain text NOT NULL,
    -- The file as Apple issued it, byte for byte.
    file bytea NOT NULL,
    stored_at timestamptz NOT NULL,
    CONSTRAINT domain_associations_have_a_domain PRIMARY KEY (merchant_id, domain),
    CONSTRAINT domain_associations_have_a_short_file CHECK (octet_length(file) BETWEEN 1 AND 32768),
    CONSTRAINT domain_associations_belong_to_a_merchant
        FOREIGN KEY (merchant_id) REFERENCES merchants
);
-- Earlier text: sha256 2f14995035367a2ac5d2bed0e924ecc98edc725b6565bdd5ebce770bd6c8c742
