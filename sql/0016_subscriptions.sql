-- Why: a buyer agrees once, in a payment sheet, to pay again and again. A version of a plan has the
-- agreed terms and never changes. An invoice has the amount due for a period, and a period has at
-- most one invoice. A checkout like any other pays the invoice, so that it is captured, refunded,
-- disputed and audited by the rules of all payments.

-- A saved card is one that its buyer lets the merchant charge again. Its identifier is that of the
-- attempt that it paid first. The row never contains an account number or a cryptogram
-- (docs/rules/money.md#20), only the card's network, its last four digits, and references that have
-- a meaning for the processor, the network and Apple alone.
CREATE TABLE kept_cards (
    merchant_id bigint NOT NULL,
    card_id uuid NOT NULL,
    checkout_id uuid NOT NULL,
    processor text NOT NULL,
    reference text NOT NULL,
    network_transaction text,
    -- The identifier of Apple's merchant token. Without one it is a device token, which ends with
    -- the device.
    merchant_token text,
    network text,
    last_four text,
    created_at timestamptz NOT NULL,
    CONSTRAINT kept_cards_have_an_identifier PRIMARY KEY (merchant_id, card_id),
    CONSTRAINT kept_cards_paid_once
        FOREIGN KEY (merchant_id, card_id) REFERENCES attempts (merchant_id, attempt_id),
    CONSTRAINT kept_cards_come_from_a_checkout
        FOREIGN KEY (merchant_id, checkout_id) REFERENCES checkouts
);

CREATE INDEX kept_cards_by_checkout ON kept_cards (merchant_id, checkout_id);

-- An offer that subscribers pay for by period.
CREATE TABLE plans (
    merchant_id bigint NOT NULL,
    plan_id uuid NOT NULL,
    -- The newest version; running subscriptions keep their own.
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    archived_at timestamptz,
    CONSTRAINT plans_have_an_identifier PRIMARY KEY (merchant_id, plan_id),
    CONSTRAINT plans_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants
);

-- The terms of a plan. A change of terms is a new version, so that an agreement never changes.
CREATE TABLE plan_versions (
    merchant_id bigint NOT NULL,
    plan_id uuid NOT NULL,
    version integer NOT NULL,
    -- Name, currency, phases, tax, addresses, and the treatment of unpaid invoices.
    terms json NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT plan_versions_are_numbered PRIMARY KEY (merchant_id, plan_id, version),
    CONSTRAINT plan_versions_are_of_a_plan FOREIGN KEY (merchant_id, plan_id) REFERENCES plans
);

CREATE FUNCTION refuse_to_change_an_agreement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a version of a plan is never changed: make another' USING ERRCODE = '23514',
        CONSTRAINT = 'plan_versions_are_never_changed';
END
$$;
CREATE TRIGGER plan_versions_are_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON plan_versions
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_an_agreement();

-- A clock that a test merchant moves by hand, for the subscriptions that use it.
CREATE TABLE test_clocks (
    merchant_id bigint NOT NULL,
    clock_id uuid NOT NULL,
    name text,
    at timestamptz NOT NULL,
    -- The time to which the clock is moving; NULL while it stands still.
    target timestamptz,
    -- Until then one server moves the clock.
    leased_until timestamptz,
    created_at timestamptz NOT NULL,
    CONSTRAINT test_clocks_have_an_identifier PRIMARY KEY (merchant_id, clock_id),
    CONSTRAINT test_clocks_go_forward CHECK (target IS NULL OR target >= at),
    CONSTRAINT test_clocks_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants
);
CREATE INDEX test_clocks_to_advance ON test_clocks (leased_until) WHERE target IS NOT NULL;

-- A buyer's agreement to pay for each period of a plan.
CREATE TABLE subscriptions (
    merchant_id bigint NOT NULL,
    subscription_id uuid NOT NULL,
    -- The checkout in which the buyer agreed; one agreement is one subscription.
    checkout_id uuid NOT NULL,
    customer_id uuid,
    plan_id uuid NOT NULL,
    plan_version integer NOT NULL,
    card_id uuid NOT NULL,
    clock_id uuid,
    state text NOT NULL,
    currency text NOT NULL,
    country text NOT NULL,
    -- The calendar counts from here: the moment at which the period anchor_period begins.
    anchor timestamptz NOT NULL,
    anchor_period integer NOT NULL DEFAULT 0,
    -- The subscription's period number minus the plan's period number; above zero after a plan
    -- change.
    origin integer NOT NULL DEFAULT 0,
    -- Trials and introductory prices are for new subscribers: a subscription that changed its plan
    -- is in the regular phase permanently.
    regular_only boolean NOT NULL DEFAULT false,
    -- The current period, counted from 0, with its start and its end.
    period integer NOT NULL DEFAULT 0,
    period_start timestamptz NOT NULL,
    period_end timestamptz NOT NULL,
    -- The kind of the current period when it began; a change of terms keeps it.
    kind text NOT NULL DEFAULT 'regular',
    -- The price of the whole current period under the current terms, in minor units; 0 if the
    -- period was free.
    worth bigint NOT NULL DEFAULT 0,
    -- The last period that was announced to the merchant before it began.
    announced integer NOT NULL DEFAULT 0,
    -- Rises with every change on which a quote depends.
    version integer NOT NULL DEFAULT 1,
    -- True if the subscription will be canceled when the period ends.
    ends_with_period boolean NOT NULL DEFAULT false,
    paused_at timestamptz,
    resumes_at timestamptz,
    -- The reason for which it ended, or for which it waits for its buyer.
    reason text,
    -- The version of a plan that begins with the next period.
    next_plan_id uuid,
    next_plan_version integer,
    -- The balance that stores the credit for unused time.
    balance_id uuid,
    -- When the next action is due; NULL if no action is due.
    due_at timestamptz,
    events integer NOT NULL DEFAULT 0,
    reference text,
    created_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    ended_at timestamptz,
    CONSTRAINT subscriptions_have_an_identifier PRIMARY KEY (merchant_id, subscription_id),
    CONSTRAINT subscriptions_are_agreed_to_once UNIQUE (merchant_id, checkout_id),
    CONSTRAINT subscriptions_are_in_a_known_state CHECK (state IN
        ('trialing', 'active', 'past_due', 'paused', 'canceled', 'ended')),
    CONSTRAINT subscriptions_end_once
        CHECK ((state IN ('canceled', 'ended')) = (ended_at IS NOT NULL)),
    CONSTRAINT ended_subscriptions_have_nothing_to_do CHECK (ended_at IS NULL OR due_at IS NULL),
    CONSTRAINT paused_subscriptions_know_since_when
        CHECK ((state = 'paused') = (paused_at IS NOT NULL)),
    CONSTRAINT periods_are_of_a_known_kind
        CHECK (kind IN ('trial', 'introductory', 'regular')),
    CONSTRAINT trials_are_worth_nothing CHECK (worth >= 0 AND (kind <> 'trial' OR worth = 0)),
    CONSTRAINT periods_have_a_length CHECK (period >= 0 AND period_end > period_start),
    CONSTRAINT next_plans_name_their_version
        CHECK ((next_plan_id IS NULL) = (next_plan_version IS NULL)),
    CONSTRAINT subscriptions_begin_at_a_checkout
        FOREIGN KEY (merchant_id, checkout_id) REFERENCES checkouts,
    CONSTRAINT subscriptions_belong_to_their_customer
        FOREIGN KEY (merchant_id, customer_id) REFERENCES customers,
    CONSTRAINT subscriptions_are_to_a_version_of_a_plan
        FOREIGN KEY (merchant_id, plan_id, plan_version) REFERENCES plan_versions,
    CONSTRAINT subscriptions_go_on_with_a_version_of_a_plan
        FOREIGN KEY (merchant_id, next_plan_id, next_plan_version) REFERENCES plan_versions,
    CONSTRAINT subscriptions_are_paid_by_a_kept_card
        FOREIGN KEY (merchant_id, card_id) REFERENCES kept_cards,
    CONSTRAINT subscriptions_credit_the_merchants_balance
        FOREIGN KEY (merchant_id, balance_id) REFERENCES balances,
    CONSTRAINT subscriptions_are_on_the_merchants_clock
        FOREIGN KEY (merchant_id, clock_id) REFERENCES test_clocks
) WITH (fillfactor = 80);
CREATE INDEX subscriptions_due ON subscriptions (due_at)
    WHERE due_at IS NOT NULL AND clock_id IS NULL;
CREATE INDEX subscriptions_due_by_a_clock ON subscriptions (merchant_id, clock_id, due_at)
    WHERE due_at IS NOT NULL AND clock_id IS NOT NULL;
CREATE INDEX subscriptions_by_customer ON subscriptions (merchant_id, customer_id)
    WHERE customer_id IS NOT NULL;

-- The amount due for a period, or for a change in the middle of one.
CREATE TABLE invoices (
    merchant_id bigint NOT NULL,
    invoice_id uuid NOT NULL,
    subscription_id uuid NOT NULL,
    -- NULL for a change, which is charged in addition to its period.
    period integer,
    period_start timestamptz NOT NULL,
    period_end timestamptz NOT NULL,
    state text NOT NULL,
    currency text NOT NULL,
    -- NULL as long as the amount is unknown.
    amount bigint,
    -- The limit of a variable amount, as the sheet showed it.
    amount_max bigint,
    -- The checkout that pays the invoice. Another one replaces it after its last attempt.
    checkout_id uuid,
    tries integer NOT NULL DEFAULT 0,
    -- Attempts that a bank has declined; the dunning schedule counts only these.
    declines integer NOT NULL DEFAULT 0,
    decline text,
    failed_at timestamptz,
    -- When a worker charges, checks or gives up the invoice.
    due_at timestamptz,
    clock_id uuid,
    events integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    ended_at timestamptz,
    CONSTRAINT invoices_have_an_identifier PRIMARY KEY (merchant_id, invoice_id),
    CONSTRAINT periods_are_billed_once UNIQUE (merchant_id, subscription_id, period),
    CONSTRAINT invoices_are_in_a_known_state CHECK (state IN
        ('pending', 'open', 'paid', 'void', 'uncollectible', 'skipped')),
    CONSTRAINT invoices_know_their_amount
        CHECK ((state IN ('pending', 'skipped')) OR amount IS NOT NULL OR state = 'void'),
    CONSTRAINT invoices_ask_for_what_was_agreed
        CHECK (amount >= 0 AND (amount_max IS NULL OR amount <= amount_max)),
    CONSTRAINT invoices_end_when_they_are_done
        CHECK ((state IN ('pending', 'open')) = (ended_at IS NULL)),
    CONSTRAINT ended_invoices_have_nothing_to_do CHECK (ended_at IS NULL OR due_at IS NULL),
    CONSTRAINT invoices_are_of_a_subscription
        FOREIGN KEY (merchant_id, subscription_id) REFERENCES subscriptions,
    CONSTRAINT invoices_are_paid_by_a_checkout
        FOREIGN KEY (merchant_id, checkout_id) REFERENCES checkouts,
    CONSTRAINT invoices_are_on_the_merchants_clock
        FOREIGN KEY (merchant_id, clock_id) REFERENCES test_clocks
) WITH (fillfactor = 80);
CREATE INDEX invoices_due ON invoices (due_at) WHERE due_at IS NOT NULL AND clock_id IS NULL;
CREATE INDEX invoices_due_by_a_clock ON invoices (merchant_id, clock_id, due_at)
    WHERE due_at IS NOT NULL AND clock_id IS NOT NULL;
CREATE UNIQUE INDEX invoices_by_checkout ON invoices (merchant_id, checkout_id)
    WHERE checkout_id IS NOT NULL;

-- A scheduled payment: the buyer lets the merchant charge later, once on a date or whenever a
-- balance runs low.
CREATE TABLE later_payments (
    merchant_id bigint NOT NULL,
    later_payment_id uuid NOT NULL,
    kind text NOT NULL,
    state text NOT NULL,
    -- The checkout in which the buyer agreed; one agreement is one scheduled payment.
    checkout_id uuid NOT NULL,
    card_id uuid NOT NULL,
    clock_id uuid,
    country text NOT NULL,
    currency text NOT NULL,
    label text NOT NULL,
    amount bigint NOT NULL,
    -- For a deferred charge: the end of the free cancellation, and the time zone of its date.
    cancel_until timestamptz,
    time_zone text,
    -- For a reload: the balance that it fills, and the amount below which it fills it.
    balance_id uuid,
    threshold bigint,
    -- The checkout of the charge that is due or in progress, as in an invoice.
    charge_id uuid,
    -- True if the balance was debited during a reload: a worker then checks it once more.
    heard boolean NOT NULL DEFAULT false,
    tries integer NOT NULL DEFAULT 0,
    declines integer NOT NULL DEFAULT 0,
    decline text,
    failed_at timestamptz,
    due_at timestamptz,
    events integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    ended_at timestamptz,
    CONSTRAINT later_payments_have_an_identifier PRIMARY KEY (merchant_id, later_payment_id),
    CONSTRAINT later_payments_are_agreed_to_once UNIQUE (merchant_id, checkout_id),
    CONSTRAINT later_payments_are_of_a_known_kind CHECK (kind IN ('deferred', 'reload')),
    CONSTRAINT later_payments_are_in_a_known_state CHECK (state IN
        ('scheduled', 'active', 'paid', 'failed', 'canceled')),
    CONSTRAINT later_payments_charge_something CHECK (amount > 0),
    CONSTRAINT reloads_fill_a_balance
        CHECK ((kind = 'reload') = (balance_id IS NOT NULL AND threshold IS NOT NULL)),
    CONSTRAINT later_payments_end_once
        CHECK ((state IN ('paid', 'failed', 'canceled')) = (ended_at IS NOT NULL)),
    CONSTRAINT ended_later_payments_have_nothing_to_do CHECK (ended_at IS NULL OR due_at IS NULL),
    CONSTRAINT later_payments_are_of_a_checkout
        FOREIGN KEY (merchant_id, checkout_id) REFERENCES checkouts,
    CONSTRAINT later_payments_are_charged_by_a_checkout
        FOREIGN KEY (merchant_id, charge_id) REFERENCES checkouts,
    CONSTRAINT later_payments_are_paid_by_a_kept_card
        FOREIGN KEY (merchant_id, card_id) REFERENCES kept_cards,
    CONSTRAINT reloads_fill_the_merchants_balance
        FOREIGN KEY (merchant_id, balance_id) REFERENCES balances,
    CONSTRAINT later_payments_are_on_the_merchants_clock
        FOREIGN KEY (merchant_id, clock_id) REFERENCES test_clocks
);
CREATE INDEX later_payments_due ON later_payments (due_at)
    WHERE due_at IS NOT NULL AND clock_id IS NULL;
CREATE INDEX later_payments_due_by_a_clock ON later_payments (merchant_id, clock_id, due_at)
    WHERE due_at IS NOT NULL AND clock_id IS NOT NULL;
CREATE INDEX later_payments_by_balance ON later_payments (merchant_id, balance_id)
    WHERE state = 'active';

-- The price of a plan change before it is made. The change is made exactly as quoted, or not at
-- all.
CREATE TABLE quotes (
    merchant_id bigint NOT NULL,
    quote_id uuid NOT NULL,
    subscription_id uuid NOT NULL,
    -- The subscription's version when it was quoted; any change of it makes the quote stale.
    subscription_version integer NOT NULL,
    plan_id uuid NOT NULL,
    plan_version integer NOT NULL,
    -- The moment from which the change counts, in the subscription's calendar.
    moment timestamptz NOT NULL,
    at_period_end boolean NOT NULL,
    -- In minor units: for the time that was paid and not used, for the new terms, the amount due,
    -- and the amount that is kept for later.
    credit bigint NOT NULL,
    charge bigint NOT NULL,
    due bigint NOT NULL,
    kept bigint NOT NULL,
    needs_consent boolean NOT NULL,
    proration text NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at timestamptz,
    -- The checkout in which the buyer agrees, if the change needs consent.
    checkout_id uuid,
    CONSTRAINT quotes_have_an_identifier PRIMARY KEY (merchant_id, quote_id),
    CONSTRAINT quotes_add_up CHECK (credit >= 0 AND charge >= 0 AND due >= 0 AND kept >= 0
        AND due - kept = charge - credit AND (due = 0 OR kept = 0)),
    CONSTRAINT quotes_are_of_a_subscription
        FOREIGN KEY (merchant_id, subscription_id) REFERENCES subscriptions,
    CONSTRAINT quotes_are_to_a_version_of_a_plan
        FOREIGN KEY (merchant_id, plan_id, plan_version) REFERENCES plan_versions,
    CONSTRAINT quotes_are_agreed_to_in_a_checkout
        FOREIGN KEY (merchant_id, checkout_id) REFERENCES checkouts
);

-- Quotes that expired unused are deleted.
CREATE INDEX quotes_that_came_to_nothing ON quotes (expires_at)
    WHERE used_at IS NULL AND checkout_id IS NULL;

-- The purpose of a checkout that sells more than goods: the effect of its payment. The first
-- process that sees the payment applies the effect, and the row records that it was applied.
CREATE TABLE enrolments (
    merchant_id bigint NOT NULL,
    checkout_id uuid NOT NULL,
    -- The payment begins or changes a subscription, pays an invoice with another card, or allows a
    -- scheduled payment ('later').
    kind text NOT NULL,
    -- NULL for a scheduled payment, which has no plan.
    plan_id uuid,
    plan_version integer,
    clock_id uuid,
    -- The existing subscription; NULL if the payment begins one or allows a scheduled payment.
    subscription_id uuid,
    quote_id uuid,
    -- When a worker checks for a payment that no request has noticed.
    look_at timestamptz,
    created_at timestamptz NOT NULL,
    CONSTRAINT enrolments_are_of_one_checkout PRIMARY KEY (merchant_id, checkout_id),
    CONSTRAINT enrolments_are_of_a_checkout
        FOREIGN KEY (merchant_id, checkout_id) REFERENCES checkouts,
    CONSTRAINT enrolments_are_to_a_version_of_a_plan
        FOREIGN KEY (merchant_id, plan_id, plan_version) REFERENCES plan_versions,
    CONSTRAINT enrolments_are_on_the_merchants_clock
        FOREIGN KEY (merchant_id, clock_id) REFERENCES test_clocks,
    CONSTRAINT enrolments_change_the_merchants_subscription
        FOREIGN KEY (merchant_id, subscription_id) REFERENCES subscriptions,
    CONSTRAINT enrolments_change_as_quoted
        FOREIGN KEY (merchant_id, quote_id) REFERENCES quotes,
    CONSTRAINT enrolments_are_of_a_known_kind CHECK (kind IN ('begin', 'change', 'pay', 'later')),
    CONSTRAINT enrolments_that_begin_know_no_subscription
        CHECK ((kind IN ('begin', 'later')) = (subscription_id IS NULL)),
    CONSTRAINT enrolments_of_subscriptions_name_a_plan
        CHECK ((kind = 'later') = (plan_id IS NULL) AND (plan_id IS NULL) = (plan_version IS NULL)),
    CONSTRAINT changes_have_a_quote CHECK ((kind = 'change') = (quote_id IS NOT NULL))
);
CREATE INDEX enrolments_by_subscription ON enrolments (merchant_id, subscription_id)
    WHERE subscription_id IS NOT NULL AND look_at IS NOT NULL;
-- Deleting a quote checks that no sheet shows it.
CREATE INDEX enrolments_by_quote ON enrolments (merchant_id, quote_id) WHERE quote_id IS NOT NULL;
CREATE INDEX enrolments_to_look_at ON enrolments (look_at) WHERE look_at IS NOT NULL;

-- A card that the sandbox has saved, and the outcomes of its later charges.
CREATE TABLE sandbox.cards (
    merchant_id bigint NOT NULL,
    reference text NOT NULL,
    renewals text[] NOT NULL,
    uses integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    CONSTRAINT cards_are_kept_once PRIMARY KEY (merchant_id, reference)
);
ALTER TABLE sandbox.charges
    ADD COLUMN keeps_card boolean NOT NULL DEFAULT false,
    ADD COLUMN merchant_token boolean NOT NULL DEFAULT true;

-- Event handlers of other domains start with the events after this migration.
INSERT INTO outbox_cursors (reader, written_by, event_id)
    VALUES ('reactions', pg_current_xact_id(), '00000000-0000-0000-0000-000000000000');
-- Earlier text: sha256 b59c97bfc1bba209672aef33b15e394517ae51a13552cdf3b0f1200bdb2037d0
-- Earlier text: sha256 b9c1a73843d05088b58b881ca925b59a0f08a63f9600dfded9d805aa3253fa8a
-- Earlier text: sha256 4b97f26713f930cd490b006eda39400c051a74fde4ab91816c064309fb3d7214
