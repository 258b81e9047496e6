-- Why: phones write home what a server does wrong, and nobody else sees it. Lines that differ in names and numbers only are one kind: so much is
-- kept that says what is wrong, and nothing that says whose phone it was.

CREATE TABLE wallet_log_kinds (
    merchant_id bigint NOT NULL,
    pass_type_id uuid NOT NULL,
    -- SHA-256 of the shape.
    kind bytea NOT NULL,
    -- The words of the line, without what names somebody or something.
    shape text NOT NULL,
    lines bigint NOT NULL,
    first_at timestamptz NOT NULL,
    last_at timestamptz NOT NULL,
    CONSTRAINT wallet_log_kinds_are_counted_once PRIMARY KEY (merchant_id, pass_type_id, kind),
    CONSTRAINT wallet_log_kinds_are_of_a_type FOREIGN KEY (merchant_id, pass_type_id) REFERENCES pass_types ON DELETE CASCADE,
    CONSTRAINT wallet_log_kinds_are_short CHECK (length(shape) <= 500)
);
