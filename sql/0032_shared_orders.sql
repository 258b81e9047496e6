-- Why: friends build one order together in a conversation. What each chose is a row of their own, so that nobody overwrites anybody; the order's
-- row is locked first by every write, counts what its limits count, and numbers the states that readers see.

CREATE TABLE shared_orders (
    merchant_id bigint NOT NULL,
    shared_order_id uuid NOT NULL,
    state text NOT NULL,
    -- Rises with every change that anybody may see.
    version bigint NOT NULL,
    -- Numbers the events of its own.
    events integer NOT NULL DEFAULT 0,
    currency text NOT NULL,
    -- The menu, limits and fees as they were given; never changed, so that a server that has read them needs not again.
    terms jsonb NOT NULL,
    -- From these the link and the credentials are derived; they are stored nowhere.
    derivation_key integer NOT NULL,
    generation integer NOT NULL,
    -- Seals names; destroyed when the order is erased.
    data_key bytea,
    -- By their numbers, which begin at 1 and are given once.
    host integer NOT NULL,
    participants integer NOT NULL,
    present integer NOT NULL,
    -- What was placed and not removed.
    choices integer NOT NULL,
    total bigint NOT NULL,
    -- How many of each item of the menu, in the menu's order.
    taken bigint[] NOT NULL,
    deadline_at timestamptz NOT NULL,
    -- Counts how often it was locked to be paid; payments of an earlier round are let go.
    round integer NOT NULL DEFAULT 0,
    payers text,
    -- SHA-256 of what is paid for.
    locked_hash bytea,
    tip bigint NOT NULL DEFAULT 0,
    -- When the lock lapses.
    pay_by timestamptz,
    created_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    ended_at timestamptz,
    CONSTRAINT shared_orders_are_named_once PRIMARY KEY (merchant_id, shared_order_id),
    CONSTRAINT shared_orders_are_in_a_known_state CHECK (state IN ('open', 'locked', 'paid', 'canceled', 'expired')),
    CONSTRAINT shared_orders_cost_nothing_or_more CHECK (total >= 0 AND tip >= 0),
    CONSTRAINT shared_orders_count_up CHECK (choices >= 0 AND 0 <= ALL (taken)),
    CONSTRAINT shared_orders_have_no_more_people_than_came CHECK (present BETWEEN 0 AND participants AND host BETWEEN 1 AND participants),
    CONSTRAINT shared_orders_are_paid_by_host_or_each CHECK (payers IN ('host', 'each')),
    CONSTRAINT shared_orders_are_locked_for_a_time CHECK (state <> 'locked' OR (payers IS NOT NULL AND locked_hash IS NOT NULL AND pay_by IS NOT NULL)),
    CONSTRAINT shared_orders_that_ended_say_when CHECK ((state IN ('paid', 'canceled', 'expired')) = (ended_at IS NOT NULL)),
    CONSTRAINT shared_orders_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants
);
-- Those whose time is over: a lock's, or the order's own.
CREATE INDEX shared_orders_due ON shared_orders ((CASE WHEN state = 'locked' THEN pay_by ELSE deadline_at END)) WHERE state IN ('open', 'locked');
CREATE INDEX shared_orders_to_erase ON shared_orders (ended_at) WHERE data_key IS NOT NULL;

CREATE TABLE shared_participants (
    merchant_id bigint NOT NULL,
    shared_order_id uuid NOT NULL,
    participant integer NOT NULL,
    -- The same in every order of this merchant's in which their own credential was shown.
    person uuid NOT NULL,
    -- Sealed; nothing where none was given or the order was erased.
    name bytea,
    -- Of what they have placed.
    total bigint NOT NULL DEFAULT 0,
    choices integer NOT NULL DEFAULT 0,
    joined_at timestamptz NOT NULL,
    left_at timestamptz,
    -- Whether the host has sent them away: then none of their devices joins again.
    was_removed boolean NOT NULL DEFAULT false,
    CONSTRAINT shared_participants_are_numbered PRIMARY KEY (merchant_id, shared_order_id, participant),
    CONSTRAINT shared_participants_owe_nothing_or_more CHECK (total >= 0 AND choices >= 0),
    CONSTRAINT shared_participants_who_left_have_nothing CHECK (left_at IS NULL OR (total = 0 AND choices = 0)),
    CONSTRAINT shared_participants_are_of_an_order FOREIGN KEY (merchant_id, shared_order_id) REFERENCES shared_orders
);
CREATE INDEX shared_participants_by_person ON shared_participants (merchant_id, person);

-- How Messages names a participant on one device. It attributes a bubble and proves nothing.
CREATE TABLE shared_devices (
    merchant_id bigint NOT NULL,
    shared_order_id uuid NOT NULL,
    device uuid NOT NULL,
    participant integer NOT NULL,
    CONSTRAINT shared_devices_are_one_participants PRIMARY KEY (merchant_id, shared_order_id, device),
    CONSTRAINT shared_devices_are_of_a_participant
        FOREIGN KEY (merchant_id, shared_order_id, participant) REFERENCES shared_participants
);
CREATE INDEX shared_devices_by_participant ON shared_devices (merchant_id, shared_order_id, participant);

CREATE TABLE shared_choices (
    merchant_id bigint NOT NULL,
    shared_order_id uuid NOT NULL,
    participant integer NOT NULL,
    -- The participant's own name for it: who repeats a call chooses once.
    choice text NOT NULL,
    -- 'staged' waits for its message to be sent; what was removed stays, so that a late repetition does not bring it back.
    state text NOT NULL,
    -- Of the menu, or nothing for what was named freely.
    item text,
    name text,
    quantity bigint NOT NULL,
    -- Which options, by group and by whom.
    options jsonb NOT NULL,
    unit_price bigint NOT NULL,
    -- The order's version at its last change.
    version bigint NOT NULL,
    -- What it is to become when the message was sent that brings it.
    change jsonb,
    message integer,
    changed_at timestamptz NOT NULL,
    CONSTRAINT shared_choices_are_named_once PRIMARY KEY (merchant_id, shared_order_id, participant, choice),
    CONSTRAINT shared_choices_are_in_a_known_state CHECK (state IN ('staged', 'placed', 'removed')),
    CONSTRAINT shared_choices_have_a_plain_name CHECK (choice ~ '^[0-9A-Za-z_-]{1,64}$'),
    CONSTRAINT shared_choices_are_of_the_menu_or_named CHECK (num_nonnulls(item, name) = 1),
    CONSTRAINT shared_choices_wait_for_a_message CHECK ((state = 'staged' OR change IS NOT NULL) = (message IS NOT NULL)),
    CONSTRAINT shared_choices_count_from_one CHECK (quantity > 0 AND unit_price >= 0),
    CONSTRAINT shared_choices_are_of_a_participant
        FOREIGN KEY (merchant_id, shared_order_id, participant) REFERENCES shared_participants
);

-- What a conversation was shown: a bubble for each step.
CREATE TABLE shared_messages (
    merchant_id bigint NOT NULL,
    shared_order_id uuid NOT NULL,
    message integer NOT NULL,
    participant integer NOT NULL,
    -- A device says so: 'composed' until it is in the input field, 'sending' when the buyer has tapped.
    state text NOT NULL,
    composed_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    CONSTRAINT shared_messages_are_numbered PRIMARY KEY (merchant_id, shared_order_id, message),
    CONSTRAINT shared_messages_are_in_a_known_state CHECK (state IN ('composed', 'staged', 'sending', 'received', 'canceled')),
    CONSTRAINT shared_messages_are_of_a_participant
        FOREIGN KEY (merchant_id, shared_order_id, participant) REFERENCES shared_participants
);

-- What somebody pays: the whole, or their own part of it.
CREATE TABLE shared_shares (
    merchant_id bigint NOT NULL,
    shared_order_id uuid NOT NULL,
    round integer NOT NULL,
    -- Of the round: the host's own for the rest has a number of its own.
    share integer NOT NULL,
    -- Who pays it.
    participant integer NOT NULL,
    amount bigint NOT NULL,
    -- Whether the host pays it for those who did not.
    is_rest boolean NOT NULL,
    checkout_id uuid,
    -- 'due' is to be paid, 'authorized' waits for the others, 'captured' is paid, 'let_go' is nobody's any more.
    state text NOT NULL,
    -- When a worker is to capture it or to let it go; nothing when nothing is to be done.
    due_at timestamptz,
    tries integer NOT NULL DEFAULT 0,
    CONSTRAINT shared_shares_are_numbered PRIMARY KEY (merchant_id, shared_order_id, round, share),
    CONSTRAINT shared_shares_are_in_a_known_state CHECK (state IN ('due', 'authorized', 'taking', 'captured', 'letting_go', 'let_go')),
    CONSTRAINT shared_shares_cost_nothing_or_more CHECK (amount >= 0),
    CONSTRAINT shared_shares_are_paid_by_a_checkout CHECK (state IN ('due', 'let_go', 'captured') OR checkout_id IS NOT NULL),
    CONSTRAINT shared_shares_are_of_a_participant
        FOREIGN KEY (merchant_id, shared_order_id, participant) REFERENCES shared_participants
);
CREATE UNIQUE INDEX shared_shares_by_checkout ON shared_shares (merchant_id, checkout_id) WHERE checkout_id IS NOT NULL;
CREATE INDEX shared_shares_due ON shared_shares (due_at) WHERE due_at IS NOT NULL;
