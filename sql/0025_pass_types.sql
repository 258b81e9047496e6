-- Why: all passes of a type look alike and differ in a few values. What they share is stored once, as a designer's folder has it; a phone asks
-- for a pass by the type's name alone, so that name leads to its merchant.

ALTER TABLE names DROP CONSTRAINT names_are_of_a_known_kind;
ALTER TABLE names ADD CONSTRAINT names_are_of_a_known_kind CHECK (kind IN ('domain', 'pass_type'));

CREATE TABLE pass_types (
    merchant_id bigint NOT NULL,
    pass_type_id uuid NOT NULL,
    -- As Apple knows it.
    identifier text NOT NULL,
    -- Of the template: how often one was stored.
    version integer NOT NULL DEFAULT 0,
    -- What there is to know of it, so that nobody reads its files for that.
    summary json,
    created_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    CONSTRAINT pass_types_have_an_identifier PRIMARY KEY (merchant_id, pass_type_id),
    CONSTRAINT pass_types_are_opened_once UNIQUE (merchant_id, identifier),
    CONSTRAINT pass_types_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants
);

-- The files of the present template: pass.json, pictures, folders of languages.
CREATE TABLE pass_type_files (
    merchant_id bigint NOT NULL,
    pass_type_id uuid NOT NULL,
    path text NOT NULL,
    bytes bytea NOT NULL,
    CONSTRAINT pass_type_files_have_a_path PRIMARY KEY (merchant_id, pass_type_id, path),
    CONSTRAINT pass_type_files_are_of_a_type
        FOREIGN KEY (merchant_id, pass_type_id) REFERENCES pass_types ON DELETE CASCADE
);
