-- Why: Apple reads a file on every domain before it lets a page there pay, and again whenever the domain's certificate is about to
-- end. A merchant whose domain leads here, wholly or with that one path, stores the file instead of putting it onto servers.

CREATE TABLE domain_associations (
    merchant_id bigint NOT NULL,
    -- One of the merchant's own, as names has it: who gives the domain up gives up the file.
    domain text NOT NULL,
    -- As Apple gave it out, to the byte.
    file bytea NOT NULL,
    stored_at timestamptz NOT NULL,
    CONSTRAINT domain_associations_have_a_domain PRIMARY KEY (merchant_id, domain),
    CONSTRAINT domain_associations_have_a_short_file CHECK (octet_length(file) BETWEEN 1 AND 32768),
    CONSTRAINT domain_associations_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants
);
