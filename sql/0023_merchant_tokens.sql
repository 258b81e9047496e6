-- Why: a merchant token outlives the phone that it came from. Apple notifies the merchant when a
-- buyer or a bank deletes the token, and expects a notice when no more charges are due
-- (docs/rules/apple.md#6). Both name the token by Apple's own identifier.

-- The identifier in the payment. A simulated token has none; its name is made of the charge's key.
ALTER TABLE sandbox.charges ADD COLUMN merchant_token_identifier text;

-- A card whose token was deleted is not charged any more. The number counts the events about the
-- card.
ALTER TABLE kept_cards
    ADD COLUMN unlinked_at timestamptz,
    ADD COLUMN events integer NOT NULL DEFAULT 0;
CREATE INDEX kept_cards_by_token ON kept_cards (merchant_id, merchant_token)
    WHERE merchant_token IS NOT NULL;

-- For the search for charges of a card that are still due.
CREATE INDEX subscriptions_by_card ON subscriptions (merchant_id, card_id);
CREATE INDEX later_payments_by_card ON later_payments (merchant_id, card_id);

-- A notice from Apple names an event and has no other content; the server fetches the event from
-- Apple. Any caller can send a notice, so a row contains a name of a bounded form, and a merchant
-- has a bounded number of waiting rows.
CREATE TABLE token_notices (
    merchant_id bigint NOT NULL,
    -- Apple's identifier of the event.
    event_id text NOT NULL,
    heard_at timestamptz NOT NULL,
    -- The number of failed requests to Apple, and of unreadable answers among them.
    tries integer NOT NULL DEFAULT 0,
    unreadable integer NOT NULL DEFAULT 0,
    -- When the server asks Apple; NULL once it is done. The row stays as long as Apple may repeat
    -- the notice.
    due_at timestamptz,
    CONSTRAINT token_notices_are_heard_once PRIMARY KEY (merchant_id, event_id),
    CONSTRAINT token_notices_have_a_plain_name CHECK (event_id ~ '^[0-9A-Za-z_-]{1,64}$'),
    CONSTRAINT token_notices_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants
);
CREATE INDEX token_notices_due ON token_notices (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX token_notices_waiting ON token_notices (merchant_id) WHERE due_at IS NOT NULL;
CREATE INDEX token_notices_by_age ON token_notices (heard_at);

-- A pending notice to Apple: a token will not be charged any more. The transaction that ends the
-- last agreement with the token inserts the row. A worker deletes it when Apple has confirmed the
-- notice.
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
-- Earlier text: sha256 6565d09fbd8abd62a6ef427f9ecd23c740990dcedc7b9afc2d0bd3c03aa4b99e
