-- Why: all passes of a type look alike and differ in a few values. The common part is stored once,
-- as a designer's folder has it. A phone requests a pass by the identifier of its type alone, so
-- that identifier leads to the merchant.

ALTER TABLE names DROP CONSTRAINT names_are_of_a_known_kind;
ALTER TABLE names ADD CONSTRAINT names_are_of_a_known_kind CHECK (kind IN ('domain', 'pass_type'));

CREATE TABLE pass_types (
    merchant_id bigint NOT NULL,
    pass_type_id uuid NOT NULL,
    -- Apple's identifier of the pass type.
    identifier text NOT NULL,
    -- The version of the template: the number of times that one was stored.
    version integer NOT NULL DEFAULT 0,
    -- A summary of the template, so that showing it reads no files.
    summary json,
    created_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    CONSTRAINT pass_types_have_an_identifier PRIMARY KEY (merchant_id, pass_type_id),
    CONSTRAINT pass_types_are_opened_once UNIQUE (merchant_id, identifier),
    CONSTRAINT pass_types_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants
);

-- The files of the current template: pass.json, pictures, folders of languages.
CREATE TABLE pass_type_files (
    merchant_id bigint NOT NULL,
    pass_type_id uuid NOT NULL,
    path text NOT NULL,
    bytes bytea NOT NULL,
    CONSTRAINT pass_type_files_have_a_path PRIMARY KEY (merchant_id, pass_type_id, path),
    CONSTRAINT pass_type_files_are_of_a_type
        FOREIGN KEY (merchant_id, pass_type_id) REFERENCES pass_types ON DELETE CASCADE
);
-- Earlier text: sha256 f38d3f2ac3c953dd64cc785fda1203255ff75d71d7e6f23da47abdcdc4eebbef
