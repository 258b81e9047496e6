-- Why: friends build one order together in a conversation. Each choice is a row of its own, so that
-- participants do not overwrite each other's choices. Every write locks the order's row first
-- (docs/rules/shared-orders.md#8). That row has the counts for the order's limits, and numbers the
-- states that readers see.

CREATE TABLE shared_orders (
    merchant_id bigint NOT NULL,
    shared_order_id uuid NOT NULL,
    state text NOT NULL,
    -- Rises with every change that any participant may see.
    version bigint NOT NULL,
    -- Numbers the order's own events.
    events integer NOT NULL DEFAULT 0,
    currency text NOT NULL,
    -- The menu, limits and fees as the merchant sent them. They never change, so that a server
    -- reads them only once.
    terms jsonb NOT NULL,
    -- The link and the credentials are derived from these, and are not stored.
    derivation_key integer NOT NULL,
    generation integer NOT NULL,
    -- Encrypts names; destroyed when the order is erased.
    data_key bytea,
    -- The participant number of the host. Numbers begin at 1 and are never assigned again.
    host integer NOT NULL,
    -- The last assigned number.
    participants integer NOT NULL,
    -- The number of participants who have not left.
    present integer NOT NULL,
    -- The number of choices that were placed and not removed.
    choices integer NOT NULL,
    total bigint NOT NULL,
    -- The number of pieces taken of each item of the menu, in the menu's order.
    taken bigint[] NOT NULL,
    deadline_at timestamptz NOT NULL,
    -- Counts how often the order was locked for payment; payments of an earlier round are released.
    round integer NOT NULL DEFAULT 0,
    payers text,
    -- SHA-256 of the content that is being paid.
    locked_hash bytea,
    tip bigint NOT NULL DEFAULT 0,
    -- When the lock expires.
    pay_by timestamptz,
    created_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    ended_at timestamptz,
    CONSTRAINT shared_orders_are_named_once PRIMARY KEY (merchant_id, shared_order_id),
    CONSTRAINT shared_orders_are_in_a_known_state
        CHECK (state IN ('open', 'locked', 'paid', 'canceled', 'expired')),
    CONSTRAINT shared_orders_cost_nothing_or_more CHECK (total >= 0 AND tip >= 0),
    CONSTRAINT shared_orders_count_up CHECK (choices >= 0 AND 0 <= ALL (taken)),
    CONSTRAINT shared_orders_have_no_more_people_than_came
        CHECK (present BETWEEN 0 AND participants AND host BETWEEN 1 AND participants),
    CONSTRAINT shared_orders_are_paid_by_host_or_each CHECK (payers IN ('host', 'each')),
    CONSTRAINT shared_orders_are_locked_for_a_time
        CHECK (state <> 'locked'
            OR (payers IS NOT NULL AND locked_hash IS NOT NULL AND pay_by IS NOT NULL)),
    CONSTRAINT shared_orders_that_ended_say_when
        CHECK ((state IN ('paid', 'canceled', 'expired')) = (ended_at IS NOT NULL)),
    CONSTRAINT shared_orders_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants
);
-- Orders whose time is over: that of the lock, or the order's own.
CREATE INDEX shared_orders_due
    ON shared_orders ((CASE WHEN state = 'locked' THEN pay_by ELSE deadline_at END))
    WHERE state IN ('open', 'locked');
CREATE INDEX shared_orders_to_erase ON shared_orders (ended_at) WHERE data_key IS NOT NULL;

-- A present or former participant of an order.
CREATE TABLE shared_participants (
    merchant_id bigint NOT NULL,
    shared_order_id uuid NOT NULL,
    participant integer NOT NULL,
    -- Identifies the person in all orders of this merchant, if their app sent an earlier
    -- credential.
    person uuid NOT NULL,
    -- Encrypted; NULL if the person gave no name or the order was erased.
    name bytea,
    -- The price and the number of the placed choices.
    total bigint NOT NULL DEFAULT 0,
    choices integer NOT NULL DEFAULT 0,
    joined_at timestamptz NOT NULL,
    left_at timestamptz,
    -- True if the host removed the participant: then none of their devices can join again.
    was_removed boolean NOT NULL DEFAULT false,
    CONSTRAINT shared_participants_are_numbered
        PRIMARY KEY (merchant_id, shared_order_id, participant),
    CONSTRAINT shared_participants_owe_nothing_or_more CHECK (total >= 0 AND choices >= 0),
    CONSTRAINT shared_participants_who_left_have_nothing
        CHECK (left_at IS NULL OR (total = 0 AND choices = 0)),
    CONSTRAINT shared_participants_are_of_an_order
        FOREIGN KEY (merchant_id, shared_order_id) REFERENCES shared_orders
);
CREATE INDEX shared_participants_by_person ON shared_participants (merchant_id, person);

-- The identifier that Messages gives a participant on one device. It attributes a bubble and proves
-- no identity (docs/rules/shared-orders.md#3).
CREATE TABLE shared_devices (
    merchant_id bigint NOT NULL,
    shared_order_id uuid NOT NULL,
    device uuid NOT NULL,
    participant integer NOT NULL,
    CONSTRAINT shared_devices_are_one_participants
        PRIMARY KEY (merchant_id, shared_order_id, device),
    CONSTRAINT shared_devices_are_of_a_participant
        FOREIGN KEY (merchant_id, shared_order_id, participant) REFERENCES shared_participants
);
CREATE INDEX shared_devices_by_participant
    ON shared_devices (merchant_id, shared_order_id, participant);

-- One choice of one participant.
CREATE TABLE shared_choices (
    merchant_id bigint NOT NULL,
    shared_order_id uuid NOT NULL,
    participant integer NOT NULL,
    -- The participant's own name for the choice: a repeated call makes one choice.
    choice text NOT NULL,
    -- 'staged' waits until its message is sent. A removed choice stays, so that a late repeated
    -- call does not restore it.
    state text NOT NULL,
    -- An item of the menu; NULL if the participant named the item freely.
    item text,
    name text,
    quantity bigint NOT NULL,
    -- The picked options, by group and by participant.
    options jsonb NOT NULL,
    unit_price bigint NOT NULL,
    -- The order's version at the last change of the choice.
    version bigint NOT NULL,
    -- The change that takes effect when its message is sent, and that message.
    change jsonb,
    message integer,
    changed_at timestamptz NOT NULL,
    CONSTRAINT shared_choices_are_named_once
        PRIMARY KEY (merchant_id, shared_order_id, participant, choice),
    CONSTRAINT shared_choices_are_in_a_known_state CHECK (state IN ('staged', 'placed', 'removed')),
    CONSTRAINT shared_choices_have_a_plain_name CHECK (choice ~ '^[0-9A-Za-z_-]{1,64}$'),
    CONSTRAINT shared_choices_are_of_the_menu_or_named CHECK (num_nonnulls(item, name) = 1),
    CONSTRAINT shared_choices_wait_for_a_message
        CHECK ((state = 'staged' OR change IS NOT NULL) = (message IS NOT NULL)),
    CONSTRAINT shared_choices_count_from_one CHECK (quantity > 0 AND unit_price >= 0),
    CONSTRAINT shared_choices_are_of_a_participant
        FOREIGN KEY (merchant_id, shared_order_id, participant) REFERENCES shared_participants
);

-- The bubbles that a conversation showed: one for each step.
CREATE TABLE shared_messages (
    merchant_id bigint NOT NULL,
    shared_order_id uuid NOT NULL,
    message integer NOT NULL,
    participant integer NOT NULL,
    -- As a device reports it: 'composed' until the message is in the input field, 'sending' once
    -- the buyer has tapped.
    state text NOT NULL,
    composed_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    CONSTRAINT shared_messages_are_numbered PRIMARY KEY (merchant_id, shared_order_id, message),
    CONSTRAINT shared_messages_are_in_a_known_state
        CHECK (state IN ('composed', 'staged', 'sending', 'received', 'canceled')),
    CONSTRAINT shared_messages_are_of_a_participant
        FOREIGN KEY (merchant_id, shared_order_id, participant) REFERENCES shared_participants
);

-- The amount that one participant pays: the whole total, or their own part of it.
CREATE TABLE shared_shares (
    merchant_id bigint NOT NULL,
    shared_order_id uuid NOT NULL,
    round integer NOT NULL,
    -- The number in the round: the host's share for the unpaid rest has a number of its own.
    share integer NOT NULL,
    -- The payer.
    participant integer NOT NULL,
    amount bigint NOT NULL,
    -- True if the host pays this share in place of participants who did not pay.
    is_rest boolean NOT NULL,
    checkout_id uuid,
    -- 'due' is to be paid, 'authorized' waits for the others, 'captured' is paid, 'let_go' is
    -- released, and no participant owes it any more.
    state text NOT NULL,
    -- When a worker captures or releases the share; NULL if no action is due.
    due_at timestamptz,
    tries integer NOT NULL DEFAULT 0,
    CONSTRAINT shared_shares_are_numbered PRIMARY KEY (merchant_id, shared_order_id, round, share),
    CONSTRAINT shared_shares_are_in_a_known_state
        CHECK (state IN ('due', 'authorized', 'taking', 'captured', 'letting_go', 'let_go')),
    CONSTRAINT shared_shares_cost_nothing_or_more CHECK (amount >= 0),
    CONSTRAINT shared_shares_are_paid_by_a_checkout
        CHECK (state IN ('due', 'let_go', 'captured') OR checkout_id IS NOT NULL),
    CONSTRAINT shared_shares_are_of_a_participant
        FOREIGN KEY (merchant_id, shared_order_id, participant) REFERENCES shared_participants
);
CREATE UNIQUE INDEX shared_shares_by_checkout ON shared_shares (merchant_id, checkout_id)
    WHERE checkout_id IS NOT NULL;
CREATE INDEX shared_shares_due ON shared_shares (due_at) WHERE due_at IS NOT NULL;
-- Earlier text: sha256 60816cc8e7c9cc6a29f2f4b7f07be9167777b0f78acad43345ce9e971a158d17
-- Earlier text: sha256 e3efc4e3e8bb05f02df71d25474bc4b456ae061e02f584a63beb408ce8382323
