-- Why: phones send log messages about the faults of a server, which no other party sees. Messages
-- that differ only in names and numbers are one kind. The row keeps enough to describe the fault,
-- and no data that identifies the owner of the phone.

CREATE TABLE wallet_log_kinds (
    merchant_id bigint NOT NULL,
    pass_type_id uuid NOT NULL,
    -- SHA-256 of the shape.
    kind bytea NOT NULL,
    -- The words of the message, without names of people and things.
    shape text NOT NULL,
    lines bigint NOT NULL,
    first_at timestamptz NOT NULL,
    last_at timestamptz NOT NULL,
    CONSTRAINT wallet_log_kinds_are_counted_once PRIMARY KEY (merchant_id, pass_type_id, kind),
    CONSTRAINT wallet_log_kinds_are_of_a_type
        FOREIGN KEY (merchant_id, pass_type_id) REFERENCES pass_types ON DELETE CASCADE,
    CONSTRAINT wallet_log_kinds_are_short CHECK (length(shape) <= 500)
);
-- Earlier text: sha256 c4a907668c295cb57476bf7bc4e007b7c0f841ad5a61386bcf097aed601b9180
