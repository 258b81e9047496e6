-- Why: a pass is one buyer's copy of a pass type: the values that differ from the template's. It
-- outlives the checkout by years, and after each change a phone requests it again, with a token
-- that belongs to the pass.

-- The team is the one in the certificate, and the same in all certificates of a type. With this
-- column, writing a pass does not read the certificate.
ALTER TABLE pass_types ADD COLUMN team_identifier text;
UPDATE pass_types t SET team_identifier = (
    SELECT c.team_identifier FROM certificates c
    WHERE c.merchant_id = t.merchant_id AND c.merchant_identifier = t.identifier
        AND c.kind = 'pass_type'
    ORDER BY c.certificate_id DESC LIMIT 1);
-- A type without a certificate cannot sign passes. The merchant creates it again with the next
-- certificate.
DELETE FROM pass_types WHERE team_identifier IS NULL;
ALTER TABLE pass_types ALTER COLUMN team_identifier SET NOT NULL;
-- The version of the template to which all passes were updated.
ALTER TABLE pass_types ADD COLUMN brought_version integer NOT NULL DEFAULT 0;
CREATE INDEX pass_types_to_bring ON pass_types (merchant_id, pass_type_id)
    WHERE brought_version < version;

-- One row for each merchant. A change takes its tag last before its commit, under this row's lock:
-- a reader that sees a tag sees all smaller ones (docs/rules/wallet.md#7).
CREATE TABLE pass_counters (
    merchant_id bigint NOT NULL,
    tag bigint NOT NULL DEFAULT 0,
    CONSTRAINT merchants_have_one_pass_counter PRIMARY KEY (merchant_id),
    CONSTRAINT pass_counters_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants
);

CREATE TABLE passes (
    merchant_id bigint NOT NULL,
    pass_id uuid NOT NULL,
    pass_type_id uuid NOT NULL,
    serial_number text NOT NULL,
    -- The values, the token and the link, encrypted with the pass's own key: destroying that key
    -- makes them unreadable.
    data_key bytea,
    sealed bytea,
    -- SHA-256 of the token that a phone sends, and of the link's secret unless the link was
    -- revoked.
    token_digest bytea NOT NULL,
    link_digest bytea,
    customer_id uuid,
    -- The first time at which Wallet shows the pass by itself.
    relevant_at timestamptz,
    voided_at timestamptz,
    -- The number of phones that have the pass, so that a list by it reads no registrations.
    devices integer NOT NULL DEFAULT 0,
    -- SHA-256 of pass.json: an update that leaves it equal is no change.
    content bytea NOT NULL,
    -- The version of the template at the last change.
    template_version integer NOT NULL,
    -- The tag of the last change, from the merchant's counter.
    tag bigint NOT NULL,
    -- In whole seconds, like the dates of HTTP; each change has a later one
    -- (docs/rules/wallet.md#8).
    modified_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    erased_at timestamptz,
    CONSTRAINT passes_have_an_identifier PRIMARY KEY (merchant_id, pass_id),
    CONSTRAINT passes_have_their_own_serial_number
        UNIQUE (merchant_id, pass_type_id, serial_number),
    CONSTRAINT passes_are_of_a_type FOREIGN KEY (merchant_id, pass_type_id) REFERENCES pass_types,
    CONSTRAINT passes_may_have_a_customer
        FOREIGN KEY (merchant_id, customer_id) REFERENCES customers,
    CONSTRAINT passes_change_in_whole_seconds
        CHECK (modified_at = date_trunc('second', modified_at)),
    CONSTRAINT passes_are_on_no_fewer_phones_than_none CHECK (devices >= 0),
    CONSTRAINT passes_have_their_values_until_they_are_erased
        CHECK ((erased_at IS NULL) = (data_key IS NOT NULL)
            AND (erased_at IS NULL) = (sealed IS NOT NULL))
);
CREATE INDEX passes_by_customer ON passes (merchant_id, customer_id, pass_id)
    WHERE customer_id IS NOT NULL;
CREATE INDEX passes_by_relevance ON passes (merchant_id, relevant_at) WHERE relevant_at IS NOT NULL;
CREATE INDEX passes_to_bring ON passes (merchant_id, pass_type_id, template_version);
-- Earlier text: sha256 6e004095a074190beffec679790a69b69786031a028ddaaf92674850f3104c17
