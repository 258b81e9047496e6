-- Why: Wallet follows an order as it follows a pass: with a certificate from Apple for its type, a
-- signed package, and a phone that registers and asks for changes. So an order type is a pass type
-- of another kind, and an order is stored, pushed and fetched like a pass.

ALTER TABLE certificates DROP CONSTRAINT certificates_are_of_a_known_kind;
ALTER TABLE certificates ADD CONSTRAINT certificates_are_of_a_known_kind
    CHECK (kind IN ('merchant_identity', 'payment_processing', 'pass_type', 'order_type'));
ALTER TABLE certificates DROP CONSTRAINT certificates_of_pass_types_name_a_team;
ALTER TABLE certificates ADD CONSTRAINT certificates_of_wallet_types_name_a_team
    CHECK ((kind IN ('pass_type', 'order_type')) = (team_identifier IS NOT NULL));

ALTER TABLE names DROP CONSTRAINT names_are_of_a_known_kind;
ALTER TABLE names ADD CONSTRAINT names_are_of_a_known_kind
    CHECK (kind IN ('domain', 'pass_type', 'order_type'));

ALTER TABLE pass_types ADD COLUMN kind text NOT NULL DEFAULT 'pass';
ALTER TABLE pass_types ALTER COLUMN kind DROP DEFAULT;
ALTER TABLE pass_types ADD CONSTRAINT pass_types_are_of_a_known_kind
    CHECK (kind IN ('pass', 'order'));
-- Each paid checkout is an order of the merchant's order type. With two types, the type of an order
-- would be ambiguous.
CREATE UNIQUE INDEX merchants_have_one_order_type ON pass_types (merchant_id) WHERE kind = 'order';

-- Paid checkouts whose order is not created yet.
CREATE TABLE waiting_orders (
    merchant_id bigint NOT NULL,
    -- The text of the checkout's identifier, as events and passes name it.
    subject text NOT NULL,
    due_at timestamptz NOT NULL,
    CONSTRAINT waiting_orders_wait_once PRIMARY KEY (merchant_id, subject),
    CONSTRAINT waiting_orders_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants
);
CREATE INDEX waiting_orders_by_due ON waiting_orders (due_at);
-- Earlier text: sha256 6611e59c3ab42a341f3504b0c6024ac62c52e5e002686e92e95cb024478727a3
