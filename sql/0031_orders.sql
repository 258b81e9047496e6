-- Why: Wallet follows an order as it follows a pass: a certificate of Apple's for its type, a signed package, a phone that registers and asks again.
-- So an order type is a pass type of another kind, and an order of it is kept, told of and fetched as a pass is.

ALTER TABLE certificates DROP CONSTRAINT certificates_are_of_a_known_kind;
ALTER TABLE certificates ADD CONSTRAINT certificates_are_of_a_known_kind
    CHECK (kind IN ('merchant_identity', 'payment_processing', 'pass_type', 'order_type'));
ALTER TABLE certificates DROP CONSTRAINT certificates_of_pass_types_name_a_team;
ALTER TABLE certificates ADD CONSTRAINT certificates_of_wallet_types_name_a_team
    CHECK ((kind IN ('pass_type', 'order_type')) = (team_identifier IS NOT NULL));

ALTER TABLE names DROP CONSTRAINT names_are_of_a_known_kind;
ALTER TABLE names ADD CONSTRAINT names_are_of_a_known_kind CHECK (kind IN ('domain', 'pass_type', 'order_type'));

ALTER TABLE pass_types ADD COLUMN kind text NOT NULL DEFAULT 'pass';
ALTER TABLE pass_types ALTER COLUMN kind DROP DEFAULT;
ALTER TABLE pass_types ADD CONSTRAINT pass_types_are_of_a_known_kind CHECK (kind IN ('pass', 'order'));
-- Each paid checkout is an order of it: of two nobody could say of which.
CREATE UNIQUE INDEX merchants_have_one_order_type ON pass_types (merchant_id) WHERE kind = 'order';

-- Paid checkouts whose order is still to be made.
CREATE TABLE waiting_orders (
    merchant_id bigint NOT NULL,
    -- The text of the checkout's identifier, as events and passes name it.
    subject text NOT NULL,
    due_at timestamptz NOT NULL,
    CONSTRAINT waiting_orders_wait_once PRIMARY KEY (merchant_id, subject),
    CONSTRAINT waiting_orders_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants
);
CREATE INDEX waiting_orders_by_due ON waiting_orders (due_at);
