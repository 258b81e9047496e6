-- Why: a pass is what one buyer has of a type: the values that differ from the template's. It outlives the sheet by years, and a phone
-- asks for it again with a token of its own whenever something has changed.

-- The team is the certificate's, and one for all certificates of a type: a pass is written without looking for the certificate.
ALTER TABLE pass_types ADD COLUMN team_identifier text;
UPDATE pass_types t SET team_identifier = (
    SELECT c.team_identifier FROM certificates c
    WHERE c.merchant_id = t.merchant_id AND c.merchant_identifier = t.identifier AND c.kind = 'pass_type'
    ORDER BY c.certificate_id DESC LIMIT 1);
-- Whose certificate is gone can sign nothing, and is opened again with the next one.
DELETE FROM pass_types WHERE team_identifier IS NULL;
ALTER TABLE pass_types ALTER COLUMN team_identifier SET NOT NULL;
-- Up to which version of the template all passes were brought.
ALTER TABLE pass_types ADD COLUMN brought_version integer NOT NULL DEFAULT 0;
CREATE INDEX pass_types_to_bring ON pass_types (merchant_id, pass_type_id) WHERE brought_version < version;

-- One row a merchant. The tag of a change is taken last before its commit, under this row's lock: who sees a tag sees all that are
-- smaller.
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
    -- Values, token and link, sealed with the pass's own key: where that is destroyed nobody reads them again.
    data_key bytea,
    sealed bytea,
    -- SHA-256 of what a phone shows, and of the link's secret, if it was not revoked.
    token_digest bytea NOT NULL,
    link_digest bytea,
    customer_id uuid,
    -- When Wallet shows it by itself, the first time.
    relevant_at timestamptz,
    voided_at timestamptz,
    -- How many phones have it: counted here, so that a list by it reads no registration.
    devices integer NOT NULL DEFAULT 0,
    -- SHA-256 of pass.json: what leaves it equal is no change.
    content bytea NOT NULL,
    -- Of the template that was there when it changed last.
    template_version integer NOT NULL,
    -- Of its last change, from the merchant's counter.
    tag bigint NOT NULL,
    -- In whole seconds, as HTTP has them; each change has a later one.
    modified_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    erased_at timestamptz,
    CONSTRAINT passes_have_an_identifier PRIMARY KEY (merchant_id, pass_id),
    CONSTRAINT passes_have_their_own_serial_number UNIQUE (merchant_id, pass_type_id, serial_number),
    CONSTRAINT passes_are_of_a_type FOREIGN KEY (merchant_id, pass_type_id) REFERENCES pass_types,
    CONSTRAINT passes_may_have_a_customer FOREIGN KEY (merchant_id, customer_id) REFERENCES customers,
    CONSTRAINT passes_change_in_whole_seconds CHECK (modified_at = date_trunc('second', modified_at)),
    CONSTRAINT passes_are_on_no_fewer_phones_than_none CHECK (devices >= 0),
    CONSTRAINT passes_have_their_values_until_they_are_erased
        CHECK ((erased_at IS NULL) = (data_key IS NOT NULL) AND (erased_at IS NULL) = (sealed IS NOT NULL))
);
CREATE INDEX passes_by_customer ON passes (merchant_id, customer_id, pass_id) WHERE customer_id IS NOT NULL;
CREATE INDEX passes_by_relevance ON passes (merchant_id, relevant_at) WHERE relevant_at IS NOT NULL;
CREATE INDEX passes_to_bring ON passes (merchant_id, pass_type_id, template_version);
