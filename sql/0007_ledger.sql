-- Why: gift cards, store credit and prepaid money are owed to people. Each transfer is a row that
-- names both of its accounts, so that it always balances, and it is never changed. A balance is the
-- sum of its transfers. Its row stores that sum under a lock, so that it can be spent in one step.

CREATE TABLE balances (
    merchant_id bigint NOT NULL,
    balance_id uuid NOT NULL,
    kind text NOT NULL,
    currency text NOT NULL,
    -- In minor units. held is the part of amount that active holds reserve.
    amount bigint NOT NULL DEFAULT 0,
    held bigint NOT NULL DEFAULT 0,
    -- A keyed hash of the code that a buyer types, and the number of the derivation key that made
    -- it.
    code_hash bytea,
    code_key integer,
    -- The last four characters, which distinguish cards.
    code_hint text,
    customer_id uuid,
    reference text,
    metadata json,
    frozen_at timestamptz,
    frozen_because text,
    expires_at timestamptz,
    -- When the expiry was reported by an event.
    expired_at timestamptz,
    events integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    CONSTRAINT balances_have_an_identifier PRIMARY KEY (merchant_id, balance_id),
    -- For the transfers' foreign keys: a transfer has the currency of both its accounts.
    CONSTRAINT balances_have_one_currency UNIQUE (merchant_id, balance_id, currency),
    CONSTRAINT balances_are_of_a_known_kind
        CHECK (kind IN ('gift_card', 'store_credit', 'prepaid')),
    CONSTRAINT balances_are_never_below_zero CHECK (amount >= 0),
    CONSTRAINT available_is_never_below_zero CHECK (held BETWEEN 0 AND amount),
    CONSTRAINT codes_are_kept_as_hmac_sha256 CHECK (octet_length(code_hash) = 32),
    CONSTRAINT codes_name_their_key
        CHECK ((code_hash IS NULL) = (code_key IS NULL)
            AND (code_hash IS NULL) = (code_hint IS NULL)),
    CONSTRAINT gift_cards_have_a_code CHECK (kind <> 'gift_card' OR code_hash IS NOT NULL),
    CONSTRAINT freezing_has_a_reason CHECK ((frozen_at IS NULL) = (frozen_because IS NULL)),
    CONSTRAINT freezing_has_a_known_reason CHECK (frozen_because IN ('merchant', 'dispute')),
    CONSTRAINT balances_expire_when_they_are_due
        CHECK (expired_at IS NULL OR (expires_at IS NOT NULL AND expired_at >= expires_at)),
    CONSTRAINT balances_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants,
    CONSTRAINT balances_belong_to_their_customer
        FOREIGN KEY (merchant_id, customer_id) REFERENCES customers
) WITH (fillfactor = 70);
-- Each transfer rewrites its balances: free space in the page keeps these updates out of the
-- indexes.

CREATE UNIQUE INDEX balances_have_a_code_of_their_own ON balances (merchant_id, code_hash)
    WHERE code_hash IS NOT NULL;
CREATE INDEX balances_by_customer ON balances (merchant_id, customer_id)
    WHERE customer_id IS NOT NULL;
CREATE INDEX balances_by_reference ON balances (merchant_id, reference)
    WHERE reference IS NOT NULL;
CREATE INDEX balances_to_expire ON balances (expires_at)
    WHERE expires_at IS NOT NULL AND expired_at IS NULL;

-- A transfer moves money between two accounts. Accounts are the stored balances above, and the
-- system accounts below, which every merchant has in every currency and which need no row:
--  account     money                                              sum of its entries
--  issuance    credited to balances without a payment             at most zero
--  withdrawal  taken out of balances by the merchant              at least zero
--  revenue     paid for sales                                     at least zero
--  processor   collected for the sales by a card processor        at most zero
--  disputed    taken back by a bank until it decides              at most zero
--  loss        taken back by a bank after it had been spent       at most zero
-- System accounts have no running total: it would be one row for which every payment of a merchant
-- waits.
CREATE TABLE transfers (
    merchant_id bigint NOT NULL,
    -- The identifier of the cause (a capture, a refund, a call), so that each cause is booked only
    -- once.
    transfer_id uuid NOT NULL,
    kind text NOT NULL,
    part smallint NOT NULL DEFAULT 0,
    from_system text,
    from_balance uuid,
    to_system text,
    to_balance uuid,
    amount bigint NOT NULL,
    currency text NOT NULL,
    -- The amounts of the stored balances after the transfer.
    from_after bigint,
    to_after bigint,
    -- The numbers of the balances' events that report the transfer. They order a balance's
    -- statement.
    from_number integer,
    to_number integer,
    checkout_id uuid,
    reference text,
    at timestamptz NOT NULL,
    CONSTRAINT transfers_are_booked_once PRIMARY KEY (merchant_id, transfer_id, kind, part),
    CONSTRAINT transfers_are_of_a_known_kind CHECK (kind IN ('credit', 'debit', 'transfer',
        'hold_capture', 'capture', 'refund', 'dispute_opened', 'dispute_won', 'dispute_lost')),
    CONSTRAINT transfers_move_something CHECK (amount > 0),
    CONSTRAINT transfers_come_from_one_account
        CHECK ((from_system IS NULL) <> (from_balance IS NULL)),
    CONSTRAINT transfers_go_to_one_account
        CHECK ((to_system IS NULL) <> (to_balance IS NULL)),
    CONSTRAINT transfers_go_somewhere_else
        CHECK (from_system IS DISTINCT FROM to_system OR from_balance IS DISTINCT FROM to_balance),
    CONSTRAINT transfers_know_the_systems_accounts
        CHECK (from_system IN ('issuance', 'withdrawal', 'revenue', 'processor', 'disputed',
                'loss')
            AND to_system IN ('issuance', 'withdrawal', 'revenue', 'processor', 'disputed',
                'loss')),
    CONSTRAINT transfers_say_what_was_left
        CHECK ((from_balance IS NULL) = (from_after IS NULL)
            AND (to_balance IS NULL) = (to_after IS NULL) AND from_after >= 0 AND to_after >= 0),
    CONSTRAINT transfers_come_from_a_balance_of_their_currency
        FOREIGN KEY (merchant_id, from_balance, currency)
        REFERENCES balances (merchant_id, balance_id, currency),
    CONSTRAINT transfers_go_to_a_balance_of_their_currency
        FOREIGN KEY (merchant_id, to_balance, currency)
        REFERENCES balances (merchant_id, balance_id, currency),
    CONSTRAINT transfers_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants
);
CREATE UNIQUE INDEX transfers_by_source ON transfers (merchant_id, from_balance, from_number)
    WHERE from_balance IS NOT NULL;
CREATE UNIQUE INDEX transfers_by_target ON transfers (merchant_id, to_balance, to_number)
    WHERE to_balance IS NOT NULL;

-- The same transfers as an accountant reads them: two entries each, which add up to zero.
CREATE VIEW entries AS
    SELECT merchant_id, transfer_id, kind, part, 0 AS side, from_system AS system,
        from_balance AS balance_id, -amount AS amount, currency, from_after AS after, checkout_id,
        reference, at
    FROM transfers
    UNION ALL
    SELECT merchant_id, transfer_id, kind, part, 1, to_system, to_balance, amount, currency,
        to_after, checkout_id, reference, at
    FROM transfers;

CREATE FUNCTION refuse_to_change_the_books() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'transfers are never changed: book another one' USING ERRCODE = '23514',
        CONSTRAINT = 'transfers_are_never_changed';
END
$$;
CREATE TRIGGER transfers_are_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON transfers
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_the_books();

-- A hold reserves money of a balance for one purpose. A checkout's hold is its tender: the part of
-- the payment that this balance pays, how much of it was captured, and how much was refunded.
CREATE TABLE holds (
    merchant_id bigint NOT NULL,
    hold_id uuid NOT NULL,
    balance_id uuid NOT NULL,
    currency text NOT NULL,
    -- While the hold is active, amount - captured of the balance is held.
    state text NOT NULL,
    amount bigint NOT NULL,
    -- Amounts of captures and refunds in progress, and of finished ones.
    capturing bigint NOT NULL DEFAULT 0,
    captured bigint NOT NULL DEFAULT 0,
    refunding bigint NOT NULL DEFAULT 0,
    refunded bigint NOT NULL DEFAULT 0,
    -- The owner, if it is a checkout, and the position among that checkout's balances.
    checkout_id uuid,
    position smallint,
    reference text,
    -- NULL while a payment that depends on the hold is in progress or authorized.
    expires_at timestamptz,
    created_at timestamptz NOT NULL,
    ended_at timestamptz,
    CONSTRAINT holds_have_an_identifier PRIMARY KEY (merchant_id, hold_id),
    CONSTRAINT holds_are_in_a_known_state
        CHECK (state IN ('active', 'captured', 'released', 'expired')),
    CONSTRAINT holds_hold_at_least_zero CHECK (amount >= 0),
    CONSTRAINT holds_capture_at_most_what_they_hold
        CHECK (captured >= 0 AND capturing >= 0 AND captured + capturing <= amount),
    CONSTRAINT holds_refund_at_most_what_they_captured
        CHECK (refunded >= 0 AND refunding >= 0 AND refunded + refunding <= captured),
    CONSTRAINT holds_have_an_owner_or_an_end
        CHECK (checkout_id IS NOT NULL OR expires_at IS NOT NULL OR state <> 'active'),
    CONSTRAINT holds_end_when_they_are_done CHECK ((state = 'active') = (ended_at IS NULL)),
    CONSTRAINT holds_of_a_checkout_have_a_place
        CHECK ((checkout_id IS NULL) = (position IS NULL)),
    CONSTRAINT holds_are_of_a_balance FOREIGN KEY (merchant_id, balance_id, currency)
        REFERENCES balances (merchant_id, balance_id, currency),
    CONSTRAINT holds_are_of_a_checkout FOREIGN KEY (merchant_id, checkout_id) REFERENCES checkouts
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX holds_attach_a_balance_once ON holds (merchant_id, checkout_id, balance_id)
    WHERE checkout_id IS NOT NULL AND state IN ('active', 'captured');
CREATE INDEX holds_by_balance ON holds (merchant_id, balance_id) WHERE state = 'active';
CREATE INDEX holds_to_expire ON holds (expires_at)
    WHERE state = 'active' AND expires_at IS NOT NULL;
-- Earlier text: sha256 e6d021384c4b8da91a002c5d7088e2adc6c04506c07f3814093158fc4308f880
-- Earlier text: sha256 300cd0c1f0bf7fe09f0a898f1a22554c1f37d46664e0c161b51ea8a1ddd15326
