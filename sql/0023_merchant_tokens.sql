-- Why: a merchant token outlives the phone that it came from, and the merchant hears of it again: Apple tells when a buyer or a bank takes it
-- back, and wants to be told when nothing more is to be charged. Both name it by Apple's own identifier.

-- As it was in the payment. One that is simulated has none, and a name is made of the charge's key.
ALTER TABLE sandbox.charges ADD COLUMN merchant_token_identifier text;

-- A card whose token was taken back is not charged any more. The number counts the events that tell of the card.
ALTER TABLE kept_cards ADD COLUMN unlinked_at timestamptz, ADD COLUMN events integer NOT NULL DEFAULT 0;
CREATE INDEX kept_cards_by_token ON kept_cards (merchant_id, merchant_token)
    WHERE merchant_token IS NOT NULL;

-- Whether anything is to be charged yet with a card.
CREATE INDEX subscriptions_by_card ON subscriptions (merchant_id, card_id);
CREATE INDEX later_payments_by_card ON later_payments (merchant_id, card_id);

-- That Apple has called, which is all that its call says: what it is about is fetched from Apple. Anybody may call, so that a row is
-- a name of a bounded form, and of those that wait a merchant has a bounded number.
CREATE TABLE token_notices (
    merchant_id bigint NOT NULL,
    -- Apple's.
    event_id text NOT NULL,
    heard_at timestamptz NOT NULL,
    -- How often it was asked in vain, and how often of these what came could not be read.
    tries integer NOT NULL DEFAULT 0,
    unreadable integer NOT NULL DEFAULT 0,
    -- When Apple is asked; nothing when it is done, and the row stays as long as Apple may call again.
    due_at timestamptz,
    CONSTRAINT token_notices_are_heard_once PRIMARY KEY (merchant_id, event_id),
    CONSTRAINT token_notices_have_a_plain_name CHECK (event_id ~ '^[0-9A-Za-z_-]{1,64}$'),
    CONSTRAINT token_notices_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants
);
CREATE INDEX token_notices_due ON token_notices (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX token_notices_waiting ON token_notices (merchant_id) WHERE due_at IS NOT NULL;
CREATE INDEX token_notices_by_age ON token_notices (heard_at);

-- Apple is to be told that nothing more is charged with a token. Written with the end of the last agreement that used it; gone when
-- Apple knows.
CREATE TABLE token_unlinks (
    merchant_id bigint NOT NULL,
    merchant_token text NOT NULL,
    asked_at timestamptz NOT NULL,
    tries integer NOT NULL DEFAULT 0,
    due_at timestamptz NOT NULL,
    CONSTRAINT token_unlinks_are_told_once PRIMARY KEY (merchant_id, merchant_token),
    CONSTRAINT token_unlinks_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants
);
CREATE INDEX token_unlinks_due ON token_unlinks (due_at);
