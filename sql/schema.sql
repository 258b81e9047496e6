-- Made by bin/schema from the migrations beside it; bin/check compares. Do not edit.

CREATE SCHEMA sandbox;

CREATE FUNCTION public.refuse_to_change_an_agreement() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'a version of a plan is never changed: make another' USING ERRCODE = '23514',
        CONSTRAINT = 'plan_versions_are_never_changed';
END
$$;

CREATE FUNCTION public.refuse_to_change_the_books() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'transfers are never changed: book another one' USING ERRCODE = '23514',
        CONSTRAINT = 'transfers_are_never_changed';
END
$$;

CREATE TABLE public.api_keys (
    merchant_id bigint NOT NULL,
    key_id uuid NOT NULL,
    kind text NOT NULL,
    scope text NOT NULL,
    hash bytea NOT NULL,
    hint text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    permissions text[],
    name text,
    last_used_at timestamp with time zone,
    CONSTRAINT key_names_are_short CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
    CONSTRAINT keys_are_kept_as_sha256 CHECK ((octet_length(hash) = 32)),
    CONSTRAINT keys_are_of_a_known_kind CHECK ((kind = ANY (ARRAY['secret'::text, 'publishable'::text]))),
    CONSTRAINT keys_have_a_known_scope CHECK ((scope = ANY (ARRAY['read'::text, 'write'::text, 'restricted'::text]))),
    CONSTRAINT publishable_keys_only_read CHECK (((kind = 'secret'::text) OR (scope = 'read'::text))),
    CONSTRAINT restricted_keys_have_permissions CHECK ((((scope = 'restricted'::text) = (permissions IS NOT NULL)) AND ((permissions IS NULL) OR ((cardinality(permissions) >= 1) AND (cardinality(permissions) <= 100)))))
);

CREATE TABLE public.attempts (
    merchant_id bigint NOT NULL,
    attempt_id uuid NOT NULL,
    checkout_id uuid NOT NULL,
    number integer NOT NULL,
    state text NOT NULL,
    processor text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    version integer NOT NULL,
    fingerprint bytea NOT NULL,
    told text DEFAULT 'nothing'::text NOT NULL,
    decline text,
    reference text,
    network text,
    last_four text,
    network_transaction text,
    issuing_country text,
    coupon_id uuid,
    buyer bytea,
    capture_before timestamp with time zone,
    started_at timestamp with time zone NOT NULL,
    leased_until timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    approved bigint DEFAULT 0 NOT NULL,
    capturing bigint DEFAULT 0 NOT NULL,
    captured bigint DEFAULT 0 NOT NULL,
    refunding bigint DEFAULT 0 NOT NULL,
    refunded bigint DEFAULT 0 NOT NULL,
    disputed bigint DEFAULT 0 NOT NULL,
    warned_at timestamp with time zone,
    token bytea,
    CONSTRAINT attempts_are_in_a_known_state CHECK ((state = ANY (ARRAY['started'::text, 'unknown'::text, 'authorized'::text, 'declined'::text, 'voiding'::text, 'voided'::text]))),
    CONSTRAINT attempts_ask_for_at_least_zero CHECK ((amount >= 0)),
    CONSTRAINT attempts_capture_at_most_what_was_approved CHECK (((captured >= 0) AND (capturing >= 0) AND ((captured + capturing) <= approved))),
    CONSTRAINT attempts_end_when_they_are_done CHECK (((state = ANY (ARRAY['started'::text, 'unknown'::text, 'voiding'::text])) = (ended_at IS NULL))),
    CONSTRAINT attempts_refund_at_most_what_they_captured CHECK (((refunded >= 0) AND (refunding >= 0) AND (disputed >= 0) AND (((refunded + refunding) + disputed) <= captured))),
    CONSTRAINT attempts_tell_a_known_thing CHECK ((told = ANY (ARRAY['nothing'::text, 'success'::text, 'failure'::text, 'unknown'::text])))
);

CREATE TABLE public.balances (
    merchant_id bigint NOT NULL,
    balance_id uuid NOT NULL,
    kind text NOT NULL,
    currency text NOT NULL,
    amount bigint DEFAULT 0 NOT NULL,
    held bigint DEFAULT 0 NOT NULL,
    code_hash bytea,
    code_key integer,
    code_hint text,
    customer_id uuid,
    reference text,
    metadata json,
    frozen_at timestamp with time zone,
    frozen_because text,
    expires_at timestamp with time zone,
    expired_at timestamp with time zone,
    events integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    CONSTRAINT available_is_never_below_zero CHECK (((held >= 0) AND (held <= amount))),
    CONSTRAINT balances_are_never_below_zero CHECK ((amount >= 0)),
    CONSTRAINT balances_are_of_a_known_kind CHECK ((kind = ANY (ARRAY['gift_card'::text, 'store_credit'::text, 'prepaid'::text]))),
    CONSTRAINT balances_expire_when_they_are_due CHECK (((expired_at IS NULL) OR ((expires_at IS NOT NULL) AND (expired_at >= expires_at)))),
    CONSTRAINT codes_are_kept_as_hmac_sha256 CHECK ((octet_length(code_hash) = 32)),
    CONSTRAINT codes_name_their_key CHECK ((((code_hash IS NULL) = (code_key IS NULL)) AND ((code_hash IS NULL) = (code_hint IS NULL)))),
    CONSTRAINT freezing_has_a_known_reason CHECK ((frozen_because = ANY (ARRAY['merchant'::text, 'dispute'::text]))),
    CONSTRAINT freezing_has_a_reason CHECK (((frozen_at IS NULL) = (frozen_because IS NULL))),
    CONSTRAINT gift_cards_have_a_code CHECK (((kind <> 'gift_card'::text) OR (code_hash IS NOT NULL)))
)
WITH (fillfactor='70');

CREATE TABLE public.captures (
    merchant_id bigint NOT NULL,
    capture_id uuid NOT NULL,
    checkout_id uuid NOT NULL,
    number integer NOT NULL,
    state text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    card bigint NOT NULL,
    increment bigint DEFAULT 0 NOT NULL,
    attempt_id uuid,
    hold_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    hold_amounts bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    credit_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    credit_amounts bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    items json,
    is_last boolean NOT NULL,
    failure text,
    reference text,
    started_at timestamp with time zone NOT NULL,
    leased_until timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT captures_are_in_a_known_state CHECK ((state = ANY (ARRAY['started'::text, 'unknown'::text, 'succeeded'::text, 'failed'::text]))),
    CONSTRAINT captures_end_when_they_are_done CHECK (((state = ANY (ARRAY['started'::text, 'unknown'::text])) = (ended_at IS NULL))),
    CONSTRAINT captures_of_a_card_name_its_attempt CHECK (((card = 0) OR (attempt_id IS NOT NULL))),
    CONSTRAINT captures_pair_credits_with_amounts CHECK ((cardinality(credit_ids) = cardinality(credit_amounts))),
    CONSTRAINT captures_pair_holds_with_amounts CHECK ((cardinality(hold_ids) = cardinality(hold_amounts))),
    CONSTRAINT captures_take_at_least_zero CHECK (((amount >= 0) AND ((card >= 0) AND (card <= amount)) AND ((increment >= 0) AND (increment <= card))))
);

CREATE TABLE public.certificates (
    merchant_id bigint NOT NULL,
    certificate_id uuid NOT NULL,
    kind text NOT NULL,
    merchant_identifier text NOT NULL,
    certificate bytea NOT NULL,
    fingerprint bytea NOT NULL,
    public_key_hash bytea NOT NULL,
    private_key bytea NOT NULL,
    valid_from timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    warn_at timestamp with time zone,
    events integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    team_identifier text,
    CONSTRAINT certificates_are_named_by_sha256 CHECK (((octet_length(fingerprint) = 32) AND (octet_length(public_key_hash) = 32))),
    CONSTRAINT certificates_are_of_a_known_kind CHECK ((kind = ANY (ARRAY['merchant_identity'::text, 'payment_processing'::text, 'pass_type'::text, 'order_type'::text]))),
    CONSTRAINT certificates_end_after_they_begin CHECK ((valid_from <= expires_at)),
    CONSTRAINT certificates_of_wallet_types_name_a_team CHECK (((kind = ANY (ARRAY['pass_type'::text, 'order_type'::text])) = (team_identifier IS NOT NULL)))
);

CREATE TABLE public.checkouts (
    merchant_id bigint NOT NULL,
    checkout_id uuid NOT NULL,
    state text NOT NULL,
    version integer NOT NULL,
    shown_version integer DEFAULT 1 NOT NULL,
    currency text NOT NULL,
    total bigint NOT NULL,
    total_pending boolean NOT NULL,
    settings_version bigint NOT NULL,
    authorization_amount bigint,
    maximum_amount bigint,
    authorized bigint DEFAULT 0 NOT NULL,
    captured bigint DEFAULT 0 NOT NULL,
    refunded bigint DEFAULT 0 NOT NULL,
    method text,
    coupon_id uuid,
    coupon json,
    place bytea,
    pinned bytea,
    prefill bytea,
    contacts bytea,
    data_key bytea,
    derivation_key integer NOT NULL,
    generation integer DEFAULT 1 NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    events integer DEFAULT 0 NOT NULL,
    reference text,
    customer_id uuid,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    balances json,
    tendered bigint DEFAULT 0 NOT NULL,
    coupon_buyer bytea,
    capturing bigint DEFAULT 0 NOT NULL,
    refunding bigint DEFAULT 0 NOT NULL,
    disputed bigint DEFAULT 0 NOT NULL,
    tariff json,
    request json NOT NULL,
    CONSTRAINT attempts_are_limited CHECK (((attempts >= 0) AND (attempts <= 10))),
    CONSTRAINT authorised_at_most_the_maximum CHECK (((authorized >= 0) AND ((maximum_amount IS NULL) OR (authorized <= maximum_amount)))),
    CONSTRAINT balances_pay_at_least_zero CHECK ((tendered >= 0)),
    CONSTRAINT balances_that_pay_are_named CHECK (((tendered = 0) OR (balances IS NOT NULL))),
    CONSTRAINT captured_at_most_what_was_authorised CHECK (((captured >= 0) AND (capturing >= 0) AND ((captured + capturing) <= authorized))),
    CONSTRAINT checkouts_are_in_a_known_state CHECK ((state = ANY (ARRAY['open'::text, 'authorizing'::text, 'authorized'::text, 'captured'::text, 'refunded'::text, 'canceled'::text, 'expired'::text, 'failed'::text]))),
    CONSTRAINT coupon_is_kept_with_its_terms CHECK (((coupon_id IS NULL) = (coupon IS NULL))),
    CONSTRAINT refunded_at_most_what_was_captured CHECK (((refunded >= 0) AND (refunding >= 0) AND (disputed >= 0) AND (((refunded + refunding) + disputed) <= captured))),
    CONSTRAINT sealed_needs_its_key CHECK (((data_key IS NOT NULL) OR ((place IS NULL) AND (pinned IS NULL) AND (prefill IS NULL) AND (contacts IS NULL)))),
    CONSTRAINT tariffs_stand_for_a_place_that_is_forgotten CHECK (((tariff IS NULL) OR (data_key IS NULL))),
    CONSTRAINT total_is_at_least_zero CHECK ((total >= 0))
)
WITH (fillfactor='60');
ALTER TABLE ONLY public.checkouts ALTER COLUMN method SET STORAGE MAIN;
ALTER TABLE ONLY public.checkouts ALTER COLUMN coupon SET STORAGE MAIN;
ALTER TABLE ONLY public.checkouts ALTER COLUMN place SET STORAGE MAIN;
ALTER TABLE ONLY public.checkouts ALTER COLUMN pinned SET STORAGE MAIN;
ALTER TABLE ONLY public.checkouts ALTER COLUMN prefill SET STORAGE MAIN;
ALTER TABLE ONLY public.checkouts ALTER COLUMN contacts SET STORAGE MAIN;
ALTER TABLE ONLY public.checkouts ALTER COLUMN data_key SET STORAGE MAIN;
ALTER TABLE ONLY public.checkouts ALTER COLUMN reference SET STORAGE MAIN;
ALTER TABLE ONLY public.checkouts ALTER COLUMN balances SET STORAGE MAIN;
ALTER TABLE ONLY public.checkouts ALTER COLUMN coupon_buyer SET STORAGE MAIN;
ALTER TABLE ONLY public.checkouts ALTER COLUMN tariff SET STORAGE MAIN;
ALTER TABLE ONLY public.checkouts ALTER COLUMN request SET STORAGE MAIN;

CREATE TABLE public.coupons (
    merchant_id bigint NOT NULL,
    coupon_id uuid NOT NULL,
    code text NOT NULL,
    terms json NOT NULL,
    redemptions bigint DEFAULT 0 NOT NULL,
    redemptions_max bigint,
    created_at timestamp with time zone NOT NULL,
    archived_at timestamp with time zone,
    CONSTRAINT coupons_redeem_at_most_what_is_allowed CHECK (((redemptions >= 0) AND ((redemptions_max IS NULL) OR (redemptions <= redemptions_max))))
);

CREATE TABLE public.customers (
    merchant_id bigint NOT NULL,
    customer_id uuid NOT NULL,
    contact bytea,
    data_key bytea,
    checkout_id uuid NOT NULL,
    consented_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    erased_at timestamp with time zone,
    CONSTRAINT customers_have_both_until_they_are_erased CHECK (((erased_at IS NOT NULL) OR ((contact IS NOT NULL) AND (data_key IS NOT NULL)))),
    CONSTRAINT erased_customers_have_no_contact_and_no_key CHECK (((erased_at IS NULL) OR ((contact IS NULL) AND (data_key IS NULL))))
);

CREATE TABLE public.deliveries (
    merchant_id bigint NOT NULL,
    endpoint_id uuid NOT NULL,
    event_id uuid NOT NULL,
    state text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT deliveries_are_in_a_known_state CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'dropped'::text]))),
    CONSTRAINT deliveries_end_when_they_are_done CHECK (((state = 'pending'::text) = (ended_at IS NULL)))
)
WITH (fillfactor='80');

CREATE TABLE public.delivery_attempts (
    merchant_id bigint NOT NULL,
    endpoint_id uuid NOT NULL,
    event_id uuid NOT NULL,
    number integer NOT NULL,
    at timestamp with time zone NOT NULL,
    milliseconds integer NOT NULL,
    status smallint,
    failure text,
    CONSTRAINT delivery_attempts_end_somehow CHECK (((status IS NULL) <> (failure IS NULL)))
);

CREATE TABLE public.discrepancies (
    merchant_id bigint NOT NULL,
    discrepancy_id uuid NOT NULL,
    processor text NOT NULL,
    kind text NOT NULL,
    key text NOT NULL,
    reference text NOT NULL,
    checkout_id uuid,
    ours text NOT NULL,
    theirs text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    found_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    told_at timestamp with time zone NOT NULL,
    resolved_at timestamp with time zone,
    events integer DEFAULT 1 NOT NULL,
    CONSTRAINT discrepancies_are_of_a_known_kind CHECK ((kind = ANY (ARRAY['missing'::text, 'unexpected'::text, 'doubled'::text, 'amount'::text, 'state'::text])))
);

CREATE TABLE public.disputes (
    merchant_id bigint NOT NULL,
    dispute_id uuid NOT NULL,
    checkout_id uuid NOT NULL,
    attempt_id uuid NOT NULL,
    number integer NOT NULL,
    reference text NOT NULL,
    state text NOT NULL,
    reason text,
    amount bigint NOT NULL,
    taken bigint NOT NULL,
    currency text NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    uncovered bigint DEFAULT 0 NOT NULL,
    CONSTRAINT disputes_are_about_something CHECK (((amount > 0) AND (taken >= 0) AND (uncovered >= 0) AND ((taken + uncovered) <= amount))),
    CONSTRAINT disputes_are_in_a_known_state CHECK ((state = ANY (ARRAY['opened'::text, 'won'::text, 'lost'::text]))),
    CONSTRAINT disputes_end_when_they_are_done CHECK (((state = 'opened'::text) = (ended_at IS NULL)))
);

CREATE TABLE public.domain_associations (
    merchant_id bigint NOT NULL,
    domain text NOT NULL,
    file bytea NOT NULL,
    stored_at timestamp with time zone NOT NULL,
    CONSTRAINT domain_associations_have_a_short_file CHECK (((octet_length(file) >= 1) AND (octet_length(file) <= 32768)))
);

CREATE TABLE public.enrolments (
    merchant_id bigint NOT NULL,
    checkout_id uuid NOT NULL,
    kind text NOT NULL,
    plan_id uuid,
    plan_version integer,
    clock_id uuid,
    subscription_id uuid,
    quote_id uuid,
    look_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT changes_have_a_quote CHECK (((kind = 'change'::text) = (quote_id IS NOT NULL))),
    CONSTRAINT enrolments_are_of_a_known_kind CHECK ((kind = ANY (ARRAY['begin'::text, 'change'::text, 'pay'::text, 'later'::text]))),
    CONSTRAINT enrolments_of_subscriptions_name_a_plan CHECK ((((kind = 'later'::text) = (plan_id IS NULL)) AND ((plan_id IS NULL) = (plan_version IS NULL)))),
    CONSTRAINT enrolments_that_begin_know_no_subscription CHECK (((kind = ANY (ARRAY['begin'::text, 'later'::text])) = (subscription_id IS NULL)))
);

CREATE TABLE public.transfers (
    merchant_id bigint NOT NULL,
    transfer_id uuid NOT NULL,
    kind text NOT NULL,
    part smallint DEFAULT 0 NOT NULL,
    from_system text,
    from_balance uuid,
    to_system text,
    to_balance uuid,
    amount bigint NOT NULL,
    currency text NOT NULL,
    from_after bigint,
    to_after bigint,
    from_number integer,
    to_number integer,
    checkout_id uuid,
    reference text,
    at timestamp with time zone NOT NULL,
    CONSTRAINT transfers_are_of_a_known_kind CHECK ((kind = ANY (ARRAY['credit'::text, 'debit'::text, 'transfer'::text, 'hold_capture'::text, 'capture'::text, 'refund'::text, 'dispute_opened'::text, 'dispute_won'::text, 'dispute_lost'::text]))),
    CONSTRAINT transfers_come_from_one_account CHECK (((from_system IS NULL) <> (from_balance IS NULL))),
    CONSTRAINT transfers_go_somewhere_else CHECK (((from_system IS DISTINCT FROM to_system) OR (from_balance IS DISTINCT FROM to_balance))),
    CONSTRAINT transfers_go_to_one_account CHECK (((to_system IS NULL) <> (to_balance IS NULL))),
    CONSTRAINT transfers_know_the_systems_accounts CHECK (((from_system = ANY (ARRAY['issuance'::text, 'withdrawal'::text, 'revenue'::text, 'processor'::text, 'disputed'::text, 'loss'::text])) AND (to_system = ANY (ARRAY['issuance'::text, 'withdrawal'::text, 'revenue'::text, 'processor'::text, 'disputed'::text, 'loss'::text])))),
    CONSTRAINT transfers_move_something CHECK ((amount > 0)),
    CONSTRAINT transfers_say_what_was_left CHECK ((((from_balance IS NULL) = (from_after IS NULL)) AND ((to_balance IS NULL) = (to_after IS NULL)) AND (from_after >= 0) AND (to_after >= 0)))
);

CREATE VIEW public.entries AS
 SELECT transfers.merchant_id,
    transfers.transfer_id,
    transfers.kind,
    transfers.part,
    0 AS side,
    transfers.from_system AS system,
    transfers.from_balance AS balance_id,
    (- transfers.amount) AS amount,
    transfers.currency,
    transfers.from_after AS after,
    transfers.checkout_id,
    transfers.reference,
    transfers.at
   FROM public.transfers
UNION ALL
 SELECT transfers.merchant_id,
    transfers.transfer_id,
    transfers.kind,
    transfers.part,
    1 AS side,
    transfers.to_system AS system,
    transfers.to_balance AS balance_id,
    transfers.amount,
    transfers.currency,
    transfers.to_after AS after,
    transfers.checkout_id,
    transfers.reference,
    transfers.at
   FROM public.transfers;

CREATE TABLE public.erasures (
    merchant_id bigint NOT NULL,
    customer_id uuid NOT NULL,
    key_number integer NOT NULL,
    email_hash bytea NOT NULL,
    reached uuid NOT NULL,
    until uuid NOT NULL,
    due_at timestamp with time zone NOT NULL
);

CREATE TABLE public.events (
    merchant_id bigint NOT NULL,
    event_id uuid NOT NULL,
    type text NOT NULL,
    object text NOT NULL,
    sequence integer NOT NULL,
    data json NOT NULL,
    created_at timestamp with time zone NOT NULL,
    written_by xid8 DEFAULT pg_current_xact_id() NOT NULL
);

CREATE TABLE public.holds (
    merchant_id bigint NOT NULL,
    hold_id uuid NOT NULL,
    balance_id uuid NOT NULL,
    currency text NOT NULL,
    state text NOT NULL,
    amount bigint NOT NULL,
    capturing bigint DEFAULT 0 NOT NULL,
    captured bigint DEFAULT 0 NOT NULL,
    refunding bigint DEFAULT 0 NOT NULL,
    refunded bigint DEFAULT 0 NOT NULL,
    checkout_id uuid,
    "position" smallint,
    reference text,
    expires_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT holds_are_in_a_known_state CHECK ((state = ANY (ARRAY['active'::text, 'captured'::text, 'released'::text, 'expired'::text]))),
    CONSTRAINT holds_capture_at_most_what_they_hold CHECK (((captured >= 0) AND (capturing >= 0) AND ((captured + capturing) <= amount))),
    CONSTRAINT holds_end_when_they_are_done CHECK (((state = 'active'::text) = (ended_at IS NULL))),
    CONSTRAINT holds_have_an_owner_or_an_end CHECK (((checkout_id IS NOT NULL) OR (expires_at IS NOT NULL) OR (state <> 'active'::text))),
    CONSTRAINT holds_hold_at_least_zero CHECK ((amount >= 0)),
    CONSTRAINT holds_of_a_checkout_have_a_place CHECK (((checkout_id IS NULL) = ("position" IS NULL))),
    CONSTRAINT holds_refund_at_most_what_they_captured CHECK (((refunded >= 0) AND (refunding >= 0) AND ((refunded + refunding) <= captured)))
)
WITH (fillfactor='80');

CREATE TABLE public.idempotency_keys (
    merchant_id bigint NOT NULL,
    scope text NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    status smallint,
    answer bytea,
    created_at timestamp with time zone NOT NULL,
    subject uuid,
    CONSTRAINT idempotency_answers_are_whole CHECK (((status IS NULL) = (answer IS NULL)))
);

CREATE TABLE public.invoices (
    merchant_id bigint NOT NULL,
    invoice_id uuid NOT NULL,
    subscription_id uuid NOT NULL,
    period integer,
    period_start timestamp with time zone NOT NULL,
    period_end timestamp with time zone NOT NULL,
    state text NOT NULL,
    currency text NOT NULL,
    amount bigint,
    amount_max bigint,
    checkout_id uuid,
    tries integer DEFAULT 0 NOT NULL,
    declines integer DEFAULT 0 NOT NULL,
    decline text,
    failed_at timestamp with time zone,
    due_at timestamp with time zone,
    clock_id uuid,
    events integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    beside bigint DEFAULT 0 NOT NULL,
    scheduled_at timestamp with time zone,
    manual_retries integer DEFAULT 0 NOT NULL,
    CONSTRAINT ended_invoices_have_nothing_to_do CHECK (((ended_at IS NULL) OR (due_at IS NULL))),
    CONSTRAINT invoices_are_in_a_known_state CHECK ((state = ANY (ARRAY['pending'::text, 'open'::text, 'paid'::text, 'void'::text, 'uncollectible'::text, 'skipped'::text]))),
    CONSTRAINT invoices_ask_for_what_was_agreed CHECK (((amount >= 0) AND ((amount_max IS NULL) OR (amount <= amount_max)))),
    CONSTRAINT invoices_end_when_they_are_done CHECK (((state = ANY (ARRAY['pending'::text, 'open'::text])) = (ended_at IS NULL))),
    CONSTRAINT invoices_know_their_amount CHECK (((state = ANY (ARRAY['pending'::text, 'skipped'::text])) OR (amount IS NOT NULL) OR (state = 'void'::text))),
    CONSTRAINT invoices_know_what_is_beside_them CHECK (((beside >= 0) AND ((beside = 0) OR (beside <= amount))))
)
WITH (fillfactor='80');

CREATE TABLE public.jobs (
    name text NOT NULL,
    process text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone NOT NULL,
    finished bigint NOT NULL,
    failures integer NOT NULL,
    failed_at timestamp with time zone,
    error text,
    due_at timestamp with time zone NOT NULL,
    CONSTRAINT jobs_fail_at_least_never CHECK ((failures >= 0)),
    CONSTRAINT jobs_fail_for_a_reason CHECK ((((failed_at IS NULL) = (error IS NULL)) AND ((failures = 0) OR (error IS NOT NULL)))),
    CONSTRAINT jobs_finish_at_least_nothing CHECK ((finished >= 0))
)
WITH (fillfactor='50');

CREATE TABLE public.kept_cards (
    merchant_id bigint NOT NULL,
    card_id uuid NOT NULL,
    checkout_id uuid NOT NULL,
    processor text NOT NULL,
    reference text NOT NULL,
    network_transaction text,
    merchant_token text,
    network text,
    last_four text,
    created_at timestamp with time zone NOT NULL,
    unlinked_at timestamp with time zone,
    events integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.later_payments (
    merchant_id bigint NOT NULL,
    later_payment_id uuid NOT NULL,
    kind text NOT NULL,
    state text NOT NULL,
    checkout_id uuid NOT NULL,
    card_id uuid NOT NULL,
    clock_id uuid,
    country text NOT NULL,
    currency text NOT NULL,
    label text NOT NULL,
    amount bigint NOT NULL,
    cancel_until timestamp with time zone,
    time_zone text,
    balance_id uuid,
    threshold bigint,
    charge_id uuid,
    heard boolean DEFAULT false NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    declines integer DEFAULT 0 NOT NULL,
    decline text,
    failed_at timestamp with time zone,
    due_at timestamp with time zone,
    events integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT ended_later_payments_have_nothing_to_do CHECK (((ended_at IS NULL) OR (due_at IS NULL))),
    CONSTRAINT later_payments_are_in_a_known_state CHECK ((state = ANY (ARRAY['scheduled'::text, 'active'::text, 'paid'::text, 'failed'::text, 'canceled'::text]))),
    CONSTRAINT later_payments_are_of_a_known_kind CHECK ((kind = ANY (ARRAY['deferred'::text, 'reload'::text]))),
    CONSTRAINT later_payments_charge_something CHECK ((amount > 0)),
    CONSTRAINT later_payments_end_once CHECK (((state = ANY (ARRAY['paid'::text, 'failed'::text, 'canceled'::text])) = (ended_at IS NOT NULL))),
    CONSTRAINT reloads_fill_a_balance CHECK (((kind = 'reload'::text) = ((balance_id IS NOT NULL) AND (threshold IS NOT NULL))))
);

CREATE TABLE public.merchant_data_keys (
    merchant_id bigint NOT NULL,
    data_key bytea NOT NULL,
    master_number integer NOT NULL
);

CREATE TABLE public.merchant_settings (
    merchant_id bigint NOT NULL,
    version bigint NOT NULL,
    settings json NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE public.merchants (
    merchant_id bigint NOT NULL,
    name text NOT NULL,
    live boolean NOT NULL,
    settings_version bigint DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    processor text NOT NULL,
    CONSTRAINT live_merchants_have_a_real_processor CHECK (((NOT live) OR (processor <> 'sandbox'::text))),
    CONSTRAINT merchants_have_a_known_processor CHECK ((processor = ANY (ARRAY['sandbox'::text, 'stripe'::text]))),
    CONSTRAINT merchants_number_is_short CHECK (((merchant_id >= 1) AND (merchant_id <= '34359738367'::bigint)))
);

ALTER TABLE public.merchants ALTER COLUMN merchant_id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.merchants_merchant_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.names (
    kind text NOT NULL,
    name text NOT NULL,
    merchant_id bigint NOT NULL,
    CONSTRAINT names_are_of_a_known_kind CHECK ((kind = ANY (ARRAY['domain'::text, 'pass_type'::text, 'order_type'::text])))
);

CREATE TABLE public.operator_keys (
    hash bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    CONSTRAINT operator_keys_are_kept_as_sha256 CHECK ((octet_length(hash) = 32))
);

CREATE TABLE public.outbox_cursors (
    reader text NOT NULL,
    written_by xid8 NOT NULL,
    event_id uuid NOT NULL
);

CREATE TABLE public.outbox_numbering (
    is_single boolean DEFAULT true NOT NULL,
    shift bigint NOT NULL,
    cluster bigint,
    CONSTRAINT outbox_numbering_has_no_second_row CHECK (is_single),
    CONSTRAINT outbox_numbering_shifts_up CHECK ((shift >= 0))
);

CREATE TABLE public.pass_counters (
    merchant_id bigint NOT NULL,
    tag bigint DEFAULT 0 NOT NULL
);

CREATE TABLE public.pass_type_files (
    merchant_id bigint NOT NULL,
    pass_type_id uuid NOT NULL,
    path text NOT NULL,
    bytes bytea NOT NULL
);

CREATE TABLE public.pass_types (
    merchant_id bigint NOT NULL,
    pass_type_id uuid NOT NULL,
    identifier text NOT NULL,
    version integer DEFAULT 0 NOT NULL,
    summary json,
    created_at timestamp with time zone NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    team_identifier text NOT NULL,
    brought_version integer DEFAULT 0 NOT NULL,
    kind text NOT NULL,
    CONSTRAINT pass_types_are_of_a_known_kind CHECK ((kind = ANY (ARRAY['pass'::text, 'order'::text])))
);

CREATE TABLE public.passes (
    merchant_id bigint NOT NULL,
    pass_id uuid NOT NULL,
    pass_type_id uuid NOT NULL,
    serial_number text NOT NULL,
    data_key bytea,
    sealed bytea,
    token_digest bytea NOT NULL,
    link_digest bytea,
    customer_id uuid,
    relevant_at timestamp with time zone,
    voided_at timestamp with time zone,
    devices integer DEFAULT 0 NOT NULL,
    content bytea NOT NULL,
    template_version integer NOT NULL,
    tag bigint NOT NULL,
    modified_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    erased_at timestamp with time zone,
    subject text,
    relevant_until timestamp with time zone,
    relevant_spans tstzmultirange,
    CONSTRAINT passes_are_on_no_fewer_phones_than_none CHECK ((devices >= 0)),
    CONSTRAINT passes_change_in_whole_seconds CHECK ((modified_at = date_trunc('second'::text, modified_at))),
    CONSTRAINT passes_have_their_values_until_they_are_erased CHECK ((((erased_at IS NULL) = (data_key IS NOT NULL)) AND ((erased_at IS NULL) = (sealed IS NOT NULL))))
);

CREATE TABLE public.period_payments (
    merchant_id bigint NOT NULL,
    subscription_id uuid NOT NULL,
    number integer NOT NULL,
    period integer NOT NULL,
    invoice_id uuid,
    worth bigint NOT NULL,
    worth_billionths integer DEFAULT 0 NOT NULL,
    CONSTRAINT period_payments_have_less_than_a_unit_beside_their_units CHECK (((worth_billionths >= 0) AND (worth_billionths <= 999999999))),
    CONSTRAINT period_payments_of_an_invoice_are_positive CHECK (((number >= 0) AND ((invoice_id IS NULL) OR (worth >= 0))))
);

CREATE TABLE public.pictures (
    merchant_id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    media_type text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    bytes bytea NOT NULL,
    tile bytea NOT NULL,
    digest bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT pictures_are_of_a_known_kind CHECK ((media_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text]))),
    CONSTRAINT pictures_are_of_a_size_that_is_shown CHECK ((((width >= 1) AND (width <= 900)) AND ((height >= 1) AND (height <= 900)))),
    CONSTRAINT pictures_have_a_digest CHECK ((octet_length(digest) = 32)),
    CONSTRAINT pictures_have_a_plain_name CHECK ((name ~ '^[a-z0-9][a-z0-9._-]{0,63}$'::text)),
    CONSTRAINT pictures_have_a_small_tile CHECK (((octet_length(tile) >= 1) AND (octet_length(tile) <= 1048576))),
    CONSTRAINT pictures_have_few_bytes CHECK (((octet_length(bytes) >= 1) AND (octet_length(bytes) <= 4194304)))
);
ALTER TABLE ONLY public.pictures ALTER COLUMN bytes SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.pictures ALTER COLUMN tile SET STORAGE EXTERNAL;

CREATE TABLE public.plan_versions (
    merchant_id bigint NOT NULL,
    plan_id uuid NOT NULL,
    version integer NOT NULL,
    terms json NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE public.plans (
    merchant_id bigint NOT NULL,
    plan_id uuid NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    archived_at timestamp with time zone
);

CREATE TABLE public.processor_accounts (
    merchant_id bigint NOT NULL,
    secrets bytea NOT NULL,
    changed_at timestamp with time zone NOT NULL
);

CREATE TABLE public.quotes (
    merchant_id bigint NOT NULL,
    quote_id uuid NOT NULL,
    subscription_id uuid NOT NULL,
    subscription_version integer NOT NULL,
    plan_id uuid NOT NULL,
    plan_version integer NOT NULL,
    moment timestamp with time zone NOT NULL,
    at_period_end boolean NOT NULL,
    credit bigint NOT NULL,
    charge bigint NOT NULL,
    due bigint NOT NULL,
    kept bigint NOT NULL,
    needs_consent boolean NOT NULL,
    proration text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    checkout_id uuid,
    time_zone text,
    is_made boolean DEFAULT false NOT NULL,
    CONSTRAINT only_used_quotes_are_made CHECK (((used_at IS NOT NULL) OR (NOT is_made))),
    CONSTRAINT quotes_add_up CHECK (((credit >= 0) AND (charge >= 0) AND (due >= 0) AND (kept >= 0) AND ((due - kept) = (charge - credit)) AND ((due = 0) OR (kept = 0))))
);

CREATE TABLE public.refunds (
    merchant_id bigint NOT NULL,
    refund_id uuid NOT NULL,
    checkout_id uuid NOT NULL,
    number integer NOT NULL,
    state text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    card bigint NOT NULL,
    attempt_id uuid,
    hold_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    hold_amounts bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    credit_balance uuid,
    credit bigint DEFAULT 0 NOT NULL,
    debit_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    debit_amounts bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    items json,
    reason text,
    failure text,
    reference text,
    started_at timestamp with time zone NOT NULL,
    leased_until timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT refunds_are_in_a_known_state CHECK ((state = ANY (ARRAY['started'::text, 'unknown'::text, 'pending'::text, 'succeeded'::text, 'failed'::text]))),
    CONSTRAINT refunds_as_credit_name_the_balance CHECK (((credit = 0) OR (credit_balance IS NOT NULL))),
    CONSTRAINT refunds_end_when_they_are_done CHECK (((state = ANY (ARRAY['started'::text, 'unknown'::text, 'pending'::text])) = (ended_at IS NULL))),
    CONSTRAINT refunds_give_something CHECK ((((amount > 0) OR ((amount = 0) AND (items IS NOT NULL))) AND (card >= 0) AND (card <= amount) AND (credit >= 0) AND (credit <= amount))),
    CONSTRAINT refunds_pair_debits_with_amounts CHECK ((cardinality(debit_ids) = cardinality(debit_amounts))),
    CONSTRAINT refunds_pair_holds_with_amounts CHECK ((cardinality(hold_ids) = cardinality(hold_amounts))),
    CONSTRAINT refunds_to_a_card_name_its_attempt CHECK (((card = 0) OR (attempt_id IS NOT NULL)))
);

CREATE TABLE public.schema_migrations (
    number integer NOT NULL,
    name text NOT NULL,
    checksum bytea NOT NULL,
    applied_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE public.sessions (
    merchant_id bigint NOT NULL,
    session_id uuid NOT NULL,
    key_id uuid NOT NULL,
    hash bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT sessions_are_kept_as_sha256 CHECK ((octet_length(hash) = 32)),
    CONSTRAINT sessions_end_after_they_begin CHECK ((expires_at > created_at))
);

CREATE TABLE public.shared_choices (
    merchant_id bigint NOT NULL,
    shared_order_id uuid NOT NULL,
    participant integer NOT NULL,
    choice text NOT NULL,
    state text NOT NULL,
    item text,
    name text,
    quantity bigint NOT NULL,
    options jsonb NOT NULL,
    unit_price bigint NOT NULL,
    version bigint NOT NULL,
    change jsonb,
    message integer,
    changed_at timestamp with time zone NOT NULL,
    CONSTRAINT shared_choices_are_in_a_known_state CHECK ((state = ANY (ARRAY['staged'::text, 'placed'::text, 'removed'::text]))),
    CONSTRAINT shared_choices_are_of_the_menu_or_named CHECK ((num_nonnulls(item, name) = 1)),
    CONSTRAINT shared_choices_count_from_one CHECK (((quantity > 0) AND (unit_price >= 0))),
    CONSTRAINT shared_choices_have_a_plain_name CHECK ((choice ~ '^[0-9A-Za-z_-]{1,64}$'::text)),
    CONSTRAINT shared_choices_wait_for_a_message CHECK ((((state = 'staged'::text) OR (change IS NOT NULL)) = (message IS NOT NULL)))
);

CREATE TABLE public.shared_devices (
    merchant_id bigint NOT NULL,
    shared_order_id uuid NOT NULL,
    device uuid NOT NULL,
    participant integer NOT NULL
);

CREATE TABLE public.shared_messages (
    merchant_id bigint NOT NULL,
    shared_order_id uuid NOT NULL,
    message integer NOT NULL,
    participant integer NOT NULL,
    state text NOT NULL,
    composed_at timestamp with time zone NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    CONSTRAINT shared_messages_are_in_a_known_state CHECK ((state = ANY (ARRAY['composed'::text, 'staged'::text, 'sending'::text, 'received'::text, 'canceled'::text])))
);

CREATE TABLE public.shared_orders (
    merchant_id bigint NOT NULL,
    shared_order_id uuid NOT NULL,
    state text NOT NULL,
    version bigint NOT NULL,
    events integer DEFAULT 0 NOT NULL,
    currency text NOT NULL,
    terms jsonb NOT NULL,
    derivation_key integer NOT NULL,
    generation integer NOT NULL,
    data_key bytea,
    host integer NOT NULL,
    participants integer NOT NULL,
    present integer NOT NULL,
    choices integer NOT NULL,
    total bigint NOT NULL,
    taken bigint[] NOT NULL,
    deadline_at timestamp with time zone NOT NULL,
    round integer DEFAULT 0 NOT NULL,
    payers text,
    locked_hash bytea,
    tip bigint DEFAULT 0 NOT NULL,
    pay_by timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    passes_due_at timestamp with time zone,
    CONSTRAINT shared_orders_are_in_a_known_state CHECK ((state = ANY (ARRAY['open'::text, 'locked'::text, 'paid'::text, 'canceled'::text, 'expired'::text]))),
    CONSTRAINT shared_orders_are_locked_for_a_time CHECK (((state <> 'locked'::text) OR ((payers IS NOT NULL) AND (locked_hash IS NOT NULL) AND (pay_by IS NOT NULL)))),
    CONSTRAINT shared_orders_are_paid_by_host_or_each CHECK ((payers = ANY (ARRAY['host'::text, 'each'::text]))),
    CONSTRAINT shared_orders_cost_nothing_or_more CHECK (((total >= 0) AND (tip >= 0))),
    CONSTRAINT shared_orders_count_up CHECK (((choices >= 0) AND (0 <= ALL (taken)))),
    CONSTRAINT shared_orders_have_no_more_people_than_came CHECK ((((present >= 0) AND (present <= participants)) AND ((host >= 1) AND (host <= participants)))),
    CONSTRAINT shared_orders_that_ended_say_when CHECK (((state = ANY (ARRAY['paid'::text, 'canceled'::text, 'expired'::text])) = (ended_at IS NOT NULL)))
);

CREATE TABLE public.shared_participants (
    merchant_id bigint NOT NULL,
    shared_order_id uuid NOT NULL,
    participant integer NOT NULL,
    person uuid NOT NULL,
    name bytea,
    total bigint DEFAULT 0 NOT NULL,
    choices integer DEFAULT 0 NOT NULL,
    joined_at timestamp with time zone NOT NULL,
    left_at timestamp with time zone,
    was_removed boolean DEFAULT false NOT NULL,
    pass_id uuid,
    CONSTRAINT shared_participants_owe_nothing_or_more CHECK (((total >= 0) AND (choices >= 0))),
    CONSTRAINT shared_participants_who_left_have_nothing CHECK (((left_at IS NULL) OR ((total = 0) AND (choices = 0))))
);

CREATE TABLE public.shared_shares (
    merchant_id bigint NOT NULL,
    shared_order_id uuid NOT NULL,
    round integer NOT NULL,
    share integer NOT NULL,
    participant integer NOT NULL,
    amount bigint NOT NULL,
    is_rest boolean NOT NULL,
    checkout_id uuid,
    state text NOT NULL,
    due_at timestamp with time zone,
    tries integer DEFAULT 0 NOT NULL,
    CONSTRAINT shared_shares_are_in_a_known_state CHECK ((state = ANY (ARRAY['due'::text, 'authorized'::text, 'taking'::text, 'captured'::text, 'letting_go'::text, 'let_go'::text]))),
    CONSTRAINT shared_shares_are_paid_by_a_checkout CHECK (((state = ANY (ARRAY['due'::text, 'let_go'::text, 'captured'::text])) OR (checkout_id IS NOT NULL))),
    CONSTRAINT shared_shares_cost_nothing_or_more CHECK ((amount >= 0))
);

CREATE TABLE public.stale_passes (
    merchant_id bigint NOT NULL,
    pass_id uuid NOT NULL,
    due_at timestamp with time zone NOT NULL
);

CREATE TABLE public.stripe_charges (
    merchant_id bigint NOT NULL,
    key text NOT NULL,
    state text NOT NULL,
    request bytea NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    captured boolean NOT NULL,
    keeps_card boolean NOT NULL,
    merchant_token text,
    card_network text NOT NULL,
    card_last_four text NOT NULL,
    intent text,
    decline text,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT stripe_charges_are_in_a_known_state CHECK ((state = ANY (ARRAY['asked'::text, 'done'::text, 'declined'::text, 'voided'::text, 'closed'::text]))),
    CONSTRAINT stripe_charges_ask_for_at_least_zero CHECK ((amount >= 0)),
    CONSTRAINT stripe_charges_that_moved_money_have_an_intent CHECK (((state <> ALL (ARRAY['done'::text, 'voided'::text])) OR (intent IS NOT NULL))),
    CONSTRAINT stripe_declines_have_a_reason CHECK (((state = 'declined'::text) = (decline IS NOT NULL)))
);

CREATE TABLE public.stripe_settlements (
    merchant_id bigint NOT NULL,
    kind text NOT NULL,
    key text NOT NULL,
    charge text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    is_last boolean NOT NULL,
    state text NOT NULL,
    reference text,
    reason text,
    target bigint,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT stripe_refunds_that_move_have_a_reference CHECK (((kind <> 'refund'::text) OR (state <> ALL (ARRAY['pending'::text, 'done'::text])) OR (reference IS NOT NULL))),
    CONSTRAINT stripe_settlements_are_in_a_known_state CHECK ((state = ANY (ARRAY['asked'::text, 'pending'::text, 'done'::text, 'refused'::text, 'declined'::text]))),
    CONSTRAINT stripe_settlements_are_of_a_known_kind CHECK ((kind = ANY (ARRAY['capture'::text, 'increment'::text, 'refund'::text]))),
    CONSTRAINT stripe_settlements_fail_for_a_reason CHECK (((state = ANY (ARRAY['refused'::text, 'declined'::text])) = (reason IS NOT NULL))),
    CONSTRAINT stripe_settlements_move_at_least_zero CHECK ((amount >= 0))
);

CREATE TABLE public.subscriptions (
    merchant_id bigint NOT NULL,
    subscription_id uuid NOT NULL,
    checkout_id uuid NOT NULL,
    customer_id uuid,
    plan_id uuid NOT NULL,
    plan_version integer NOT NULL,
    card_id uuid NOT NULL,
    clock_id uuid,
    state text NOT NULL,
    currency text NOT NULL,
    country text NOT NULL,
    anchor timestamp with time zone NOT NULL,
    anchor_period integer DEFAULT 0 NOT NULL,
    origin integer DEFAULT 0 NOT NULL,
    period integer DEFAULT 0 NOT NULL,
    period_start timestamp with time zone NOT NULL,
    period_end timestamp with time zone NOT NULL,
    kind text DEFAULT 'regular'::text NOT NULL,
    announced integer DEFAULT 0 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    ends_with_period boolean DEFAULT false NOT NULL,
    paused_at timestamp with time zone,
    resumes_at timestamp with time zone,
    reason text,
    next_plan_id uuid,
    next_plan_version integer,
    balance_id uuid,
    due_at timestamp with time zone,
    events integer DEFAULT 0 NOT NULL,
    reference text,
    created_at timestamp with time zone NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    lead json,
    anchor_day integer,
    CONSTRAINT anchor_days_are_of_a_month CHECK (((anchor_day >= 1) AND (anchor_day <= 31))),
    CONSTRAINT ended_subscriptions_have_nothing_to_do CHECK (((ended_at IS NULL) OR (due_at IS NULL))),
    CONSTRAINT next_plans_name_their_version CHECK (((next_plan_id IS NULL) = (next_plan_version IS NULL))),
    CONSTRAINT paused_subscriptions_know_since_when CHECK (((state = 'paused'::text) = (paused_at IS NOT NULL))),
    CONSTRAINT periods_are_of_a_known_kind CHECK ((kind = ANY (ARRAY['trial'::text, 'introductory'::text, 'regular'::text]))),
    CONSTRAINT periods_have_a_length CHECK (((period >= 0) AND (period_end > period_start))),
    CONSTRAINT subscriptions_are_in_a_known_state CHECK ((state = ANY (ARRAY['trialing'::text, 'active'::text, 'past_due'::text, 'paused'::text, 'canceled'::text, 'ended'::text]))),
    CONSTRAINT subscriptions_end_once CHECK (((state = ANY (ARRAY['canceled'::text, 'ended'::text])) = (ended_at IS NOT NULL)))
)
WITH (fillfactor='80');

CREATE TABLE public.test_clocks (
    merchant_id bigint NOT NULL,
    clock_id uuid NOT NULL,
    name text,
    at timestamp with time zone NOT NULL,
    target timestamp with time zone,
    leased_until timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT test_clocks_go_forward CHECK (((target IS NULL) OR (target >= at)))
);

CREATE TABLE public.timeline (
    merchant_id bigint NOT NULL,
    checkout_id uuid NOT NULL,
    entry_id uuid NOT NULL,
    kind text NOT NULL,
    at timestamp with time zone NOT NULL,
    request_id text NOT NULL,
    version integer NOT NULL,
    total bigint NOT NULL,
    state text NOT NULL,
    errors text[],
    question bytea
);

CREATE TABLE public.token_notices (
    merchant_id bigint NOT NULL,
    event_id text NOT NULL,
    heard_at timestamp with time zone NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    unreadable integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone,
    CONSTRAINT token_notices_have_a_plain_name CHECK ((event_id ~ '^[0-9A-Za-z_-]{1,64}$'::text))
);

CREATE TABLE public.token_unlinks (
    merchant_id bigint NOT NULL,
    merchant_token text NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone NOT NULL
);

CREATE TABLE public.waiting_orders (
    merchant_id bigint NOT NULL,
    subject text NOT NULL,
    due_at timestamp with time zone NOT NULL
);

CREATE TABLE public.wallet_devices (
    merchant_id bigint NOT NULL,
    pass_type_id uuid NOT NULL,
    device bytea NOT NULL,
    push_token text NOT NULL,
    token_at timestamp with time zone NOT NULL,
    CONSTRAINT wallet_devices_are_named_by_a_digest CHECK ((length(device) = 32))
);

CREATE TABLE public.wallet_log_kinds (
    merchant_id bigint NOT NULL,
    pass_type_id uuid NOT NULL,
    kind bytea NOT NULL,
    shape text NOT NULL,
    lines bigint NOT NULL,
    first_at timestamp with time zone NOT NULL,
    last_at timestamp with time zone NOT NULL,
    CONSTRAINT wallet_log_kinds_are_short CHECK ((length(shape) <= 500))
);

CREATE TABLE public.wallet_pushes (
    merchant_id bigint NOT NULL,
    pass_type_id uuid NOT NULL,
    device bytea NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL,
    tries integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.wallet_registrations (
    merchant_id bigint NOT NULL,
    pass_type_id uuid NOT NULL,
    device bytea NOT NULL,
    pass_id uuid NOT NULL,
    registered_at timestamp with time zone NOT NULL,
    tag bigint DEFAULT 0 NOT NULL
);

CREATE TABLE public.webhook_endpoints (
    merchant_id bigint NOT NULL,
    endpoint_id uuid NOT NULL,
    url text NOT NULL,
    event_types text[],
    description text,
    data_key bytea NOT NULL,
    secret bytea NOT NULL,
    secret_before bytea,
    secret_before_until timestamp with time zone,
    disabled_at timestamp with time zone,
    disabled_because text,
    failing_since timestamp with time zone,
    events integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    retry_after timestamp with time zone,
    CONSTRAINT endpoints_are_disabled_for_a_known_reason CHECK ((disabled_because = ANY (ARRAY['merchant'::text, 'gone'::text, 'failing'::text]))),
    CONSTRAINT endpoints_are_disabled_for_a_reason CHECK (((disabled_at IS NULL) = (disabled_because IS NULL))),
    CONSTRAINT endpoints_old_secrets_have_an_end CHECK (((secret_before IS NULL) = (secret_before_until IS NULL)))
);

CREATE TABLE sandbox.cards (
    merchant_id bigint NOT NULL,
    reference text NOT NULL,
    renewals text[] NOT NULL,
    uses integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE sandbox.charges (
    merchant_id bigint NOT NULL,
    key text NOT NULL,
    state text NOT NULL,
    amount bigint NOT NULL,
    approved bigint NOT NULL,
    currency text NOT NULL,
    outcome text NOT NULL,
    decline text,
    issuing_country text,
    card_network text NOT NULL,
    card_last_four text NOT NULL,
    captured boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    visible_at timestamp with time zone NOT NULL,
    hold_ends_at timestamp with time zone NOT NULL,
    voided_at timestamp with time zone,
    held bigint DEFAULT 0 NOT NULL,
    taking bigint DEFAULT 0 NOT NULL,
    taken bigint DEFAULT 0 NOT NULL,
    released bigint DEFAULT 0 NOT NULL,
    refunding bigint DEFAULT 0 NOT NULL,
    refunded bigint DEFAULT 0 NOT NULL,
    disputed bigint DEFAULT 0 NOT NULL,
    released_at timestamp with time zone,
    on_capture text,
    on_increment text,
    on_refund text,
    on_dispute text,
    settle_milliseconds bigint,
    keeps_card boolean DEFAULT false NOT NULL,
    merchant_token boolean DEFAULT true NOT NULL,
    merchant_token_identifier text,
    CONSTRAINT charges_approve_at_most_what_was_asked CHECK (((approved >= 0) AND (approved <= amount))),
    CONSTRAINT charges_are_in_a_known_state CHECK ((state = ANY (ARRAY['charged'::text, 'declined'::text, 'voided'::text, 'closed'::text]))),
    CONSTRAINT charges_ask_for_at_least_zero CHECK ((amount >= 0)),
    CONSTRAINT charges_refund_at_most_what_was_taken CHECK (((refunded >= 0) AND (refunding >= 0) AND (disputed >= 0) AND (((refunded + refunding) + disputed) <= taken))),
    CONSTRAINT charges_take_at_most_what_is_held CHECK (((taken >= 0) AND (taking >= 0) AND (released >= 0) AND (((taken + taking) + released) <= held))),
    CONSTRAINT declined_and_closed_charge_nothing CHECK (((state = ANY (ARRAY['charged'::text, 'voided'::text])) OR (approved = 0))),
    CONSTRAINT declined_and_closed_hold_nothing CHECK (((state = ANY (ARRAY['charged'::text, 'voided'::text])) OR (held = 0))),
    CONSTRAINT declines_have_a_reason CHECK (((state = 'declined'::text) = (decline IS NOT NULL))),
    CONSTRAINT voided_charges_keep_nothing CHECK (((state <> 'voided'::text) OR ((taking = 0) AND ((taken + released) = held) AND (((refunded + refunding) + disputed) = taken)))),
    CONSTRAINT voids_have_a_time CHECK (((state = 'voided'::text) = (voided_at IS NOT NULL)))
);

CREATE TABLE sandbox.disputes (
    merchant_id bigint NOT NULL,
    reference text NOT NULL,
    charge text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    reason text NOT NULL,
    state text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT disputes_are_about_something CHECK ((amount > 0)),
    CONSTRAINT disputes_are_in_a_known_state CHECK ((state = ANY (ARRAY['opened'::text, 'won'::text, 'lost'::text])))
);

CREATE TABLE sandbox.notices (
    merchant_id bigint NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    due_at timestamp with time zone NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    CONSTRAINT notices_are_of_a_known_kind CHECK ((kind = ANY (ARRAY['authorization'::text, 'capture'::text, 'refund'::text, 'dispute'::text])))
);

CREATE TABLE sandbox.settlements (
    merchant_id bigint NOT NULL,
    kind text NOT NULL,
    key text NOT NULL,
    charge text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    is_last boolean NOT NULL,
    state text NOT NULL,
    reason text,
    created_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL,
    CONSTRAINT settlements_are_in_a_known_state CHECK ((state = ANY (ARRAY['pending'::text, 'done'::text, 'refused'::text, 'declined'::text]))),
    CONSTRAINT settlements_are_of_a_known_kind CHECK ((kind = ANY (ARRAY['capture'::text, 'increment'::text, 'refund'::text]))),
    CONSTRAINT settlements_fail_for_a_reason CHECK (((state = 'pending'::text) OR ((state = 'done'::text) = (reason IS NULL)))),
    CONSTRAINT settlements_move_at_least_zero CHECK ((amount >= 0))
);

ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT attempts_are_numbered UNIQUE (merchant_id, checkout_id, number);

ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT attempts_have_an_identifier PRIMARY KEY (merchant_id, attempt_id);

ALTER TABLE ONLY public.balances
    ADD CONSTRAINT balances_have_an_identifier PRIMARY KEY (merchant_id, balance_id);

ALTER TABLE ONLY public.balances
    ADD CONSTRAINT balances_have_one_currency UNIQUE (merchant_id, balance_id, currency);

ALTER TABLE ONLY public.captures
    ADD CONSTRAINT captures_are_numbered UNIQUE (merchant_id, checkout_id, number);

ALTER TABLE ONLY public.captures
    ADD CONSTRAINT captures_have_an_identifier PRIMARY KEY (merchant_id, capture_id);

ALTER TABLE ONLY public.certificates
    ADD CONSTRAINT certificates_are_stored_once UNIQUE (merchant_id, kind, fingerprint);

ALTER TABLE ONLY public.certificates
    ADD CONSTRAINT certificates_have_an_identifier PRIMARY KEY (merchant_id, certificate_id);

ALTER TABLE ONLY public.checkouts
    ADD CONSTRAINT checkouts_have_an_identifier PRIMARY KEY (merchant_id, checkout_id);

ALTER TABLE ONLY public.coupons
    ADD CONSTRAINT coupons_have_an_identifier PRIMARY KEY (merchant_id, coupon_id);

ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_agree_once_a_checkout UNIQUE (merchant_id, checkout_id);

ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_have_an_identifier PRIMARY KEY (merchant_id, customer_id);

ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_are_made_once PRIMARY KEY (merchant_id, endpoint_id, event_id);

ALTER TABLE ONLY public.delivery_attempts
    ADD CONSTRAINT delivery_attempts_are_numbered PRIMARY KEY (merchant_id, endpoint_id, event_id, number);

ALTER TABLE ONLY public.discrepancies
    ADD CONSTRAINT discrepancies_are_told_once UNIQUE (merchant_id, processor, key, reference, kind, ours, theirs);

ALTER TABLE ONLY public.discrepancies
    ADD CONSTRAINT discrepancies_have_an_identifier PRIMARY KEY (merchant_id, discrepancy_id);

ALTER TABLE ONLY public.disputes
    ADD CONSTRAINT disputes_are_told_once UNIQUE (merchant_id, reference);

ALTER TABLE ONLY public.disputes
    ADD CONSTRAINT disputes_have_an_identifier PRIMARY KEY (merchant_id, dispute_id);

ALTER TABLE ONLY public.domain_associations
    ADD CONSTRAINT domain_associations_have_a_domain PRIMARY KEY (merchant_id, domain);

ALTER TABLE ONLY public.webhook_endpoints
    ADD CONSTRAINT endpoints_have_an_identifier PRIMARY KEY (merchant_id, endpoint_id);

ALTER TABLE ONLY public.enrolments
    ADD CONSTRAINT enrolments_are_of_one_checkout PRIMARY KEY (merchant_id, checkout_id);

ALTER TABLE ONLY public.erasures
    ADD CONSTRAINT erasures_are_of_a_customer PRIMARY KEY (merchant_id, customer_id);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_have_an_identifier PRIMARY KEY (merchant_id, event_id);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_of_an_object_are_numbered UNIQUE (merchant_id, object, sequence);

ALTER TABLE ONLY public.holds
    ADD CONSTRAINT holds_have_an_identifier PRIMARY KEY (merchant_id, hold_id);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_are_claimed_once PRIMARY KEY (merchant_id, scope, key);

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_have_an_identifier PRIMARY KEY (merchant_id, invoice_id);

ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_have_a_name PRIMARY KEY (name);

ALTER TABLE ONLY public.kept_cards
    ADD CONSTRAINT kept_cards_have_an_identifier PRIMARY KEY (merchant_id, card_id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT keys_are_unique UNIQUE (merchant_id, hash);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT keys_have_an_identifier PRIMARY KEY (merchant_id, key_id);

ALTER TABLE ONLY public.later_payments
    ADD CONSTRAINT later_payments_are_agreed_to_once UNIQUE (merchant_id, checkout_id);

ALTER TABLE ONLY public.later_payments
    ADD CONSTRAINT later_payments_have_an_identifier PRIMARY KEY (merchant_id, later_payment_id);

ALTER TABLE ONLY public.merchants
    ADD CONSTRAINT merchants_have_a_number PRIMARY KEY (merchant_id);

ALTER TABLE ONLY public.merchant_data_keys
    ADD CONSTRAINT merchants_have_one_data_key PRIMARY KEY (merchant_id);

ALTER TABLE ONLY public.pass_counters
    ADD CONSTRAINT merchants_have_one_pass_counter PRIMARY KEY (merchant_id);

ALTER TABLE ONLY public.processor_accounts
    ADD CONSTRAINT merchants_have_one_processor_account PRIMARY KEY (merchant_id);

ALTER TABLE ONLY public.names
    ADD CONSTRAINT names_have_one_owner PRIMARY KEY (kind, name);

ALTER TABLE ONLY public.operator_keys
    ADD CONSTRAINT operator_keys_are_unique PRIMARY KEY (hash);

ALTER TABLE ONLY public.outbox_cursors
    ADD CONSTRAINT outbox_cursors_are_one_a_reader PRIMARY KEY (reader);

ALTER TABLE ONLY public.outbox_numbering
    ADD CONSTRAINT outbox_numbering_is_one_row PRIMARY KEY (is_single);

ALTER TABLE ONLY public.pass_type_files
    ADD CONSTRAINT pass_type_files_have_a_path PRIMARY KEY (merchant_id, pass_type_id, path);

ALTER TABLE ONLY public.pass_types
    ADD CONSTRAINT pass_types_are_opened_once UNIQUE (merchant_id, identifier);

ALTER TABLE ONLY public.pass_types
    ADD CONSTRAINT pass_types_have_an_identifier PRIMARY KEY (merchant_id, pass_type_id);

ALTER TABLE ONLY public.passes
    ADD CONSTRAINT passes_have_an_identifier PRIMARY KEY (merchant_id, pass_id);

ALTER TABLE ONLY public.passes
    ADD CONSTRAINT passes_have_their_own_serial_number UNIQUE (merchant_id, pass_type_id, serial_number);

ALTER TABLE ONLY public.period_payments
    ADD CONSTRAINT period_payments_are_numbered PRIMARY KEY (merchant_id, subscription_id, number);

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT periods_are_billed_once UNIQUE (merchant_id, subscription_id, period);

ALTER TABLE ONLY public.pictures
    ADD CONSTRAINT pictures_have_a_name PRIMARY KEY (merchant_id, name);

ALTER TABLE ONLY public.plan_versions
    ADD CONSTRAINT plan_versions_are_numbered PRIMARY KEY (merchant_id, plan_id, version);

ALTER TABLE ONLY public.plans
    ADD CONSTRAINT plans_have_an_identifier PRIMARY KEY (merchant_id, plan_id);

ALTER TABLE ONLY public.quotes
    ADD CONSTRAINT quotes_have_an_identifier PRIMARY KEY (merchant_id, quote_id);

ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_are_numbered UNIQUE (merchant_id, checkout_id, number);

ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_have_an_identifier PRIMARY KEY (merchant_id, refund_id);

ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_have_an_identifier PRIMARY KEY (merchant_id, session_id);

ALTER TABLE ONLY public.merchant_settings
    ADD CONSTRAINT settings_have_a_version PRIMARY KEY (merchant_id, version);

ALTER TABLE ONLY public.shared_choices
    ADD CONSTRAINT shared_choices_are_named_once PRIMARY KEY (merchant_id, shared_order_id, participant, choice);

ALTER TABLE ONLY public.shared_devices
    ADD CONSTRAINT shared_devices_are_one_participants PRIMARY KEY (merchant_id, shared_order_id, device);

ALTER TABLE ONLY public.shared_messages
    ADD CONSTRAINT shared_messages_are_numbered PRIMARY KEY (merchant_id, shared_order_id, message);

ALTER TABLE ONLY public.shared_orders
    ADD CONSTRAINT shared_orders_are_named_once PRIMARY KEY (merchant_id, shared_order_id);

ALTER TABLE ONLY public.shared_participants
    ADD CONSTRAINT shared_participants_are_numbered PRIMARY KEY (merchant_id, shared_order_id, participant);

ALTER TABLE ONLY public.shared_shares
    ADD CONSTRAINT shared_shares_are_numbered PRIMARY KEY (merchant_id, shared_order_id, round, share);

ALTER TABLE ONLY public.stale_passes
    ADD CONSTRAINT stale_passes_wait_once PRIMARY KEY (merchant_id, pass_id);

ALTER TABLE ONLY public.stripe_charges
    ADD CONSTRAINT stripe_charges_are_made_once_per_key PRIMARY KEY (merchant_id, key);

ALTER TABLE ONLY public.stripe_charges
    ADD CONSTRAINT stripe_charges_have_their_own_intent UNIQUE (merchant_id, intent);

ALTER TABLE ONLY public.stripe_settlements
    ADD CONSTRAINT stripe_settlements_are_made_once_per_key PRIMARY KEY (merchant_id, kind, key);

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_are_agreed_to_once UNIQUE (merchant_id, checkout_id);

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_have_an_identifier PRIMARY KEY (merchant_id, subscription_id);

ALTER TABLE ONLY public.test_clocks
    ADD CONSTRAINT test_clocks_have_an_identifier PRIMARY KEY (merchant_id, clock_id);

ALTER TABLE ONLY public.timeline
    ADD CONSTRAINT timeline_entries_have_an_identifier PRIMARY KEY (merchant_id, checkout_id, entry_id);

ALTER TABLE ONLY public.token_notices
    ADD CONSTRAINT token_notices_are_heard_once PRIMARY KEY (merchant_id, event_id);

ALTER TABLE ONLY public.token_unlinks
    ADD CONSTRAINT token_unlinks_are_told_once PRIMARY KEY (merchant_id, merchant_token);

ALTER TABLE ONLY public.transfers
    ADD CONSTRAINT transfers_are_booked_once PRIMARY KEY (merchant_id, transfer_id, kind, part);

ALTER TABLE ONLY public.waiting_orders
    ADD CONSTRAINT waiting_orders_wait_once PRIMARY KEY (merchant_id, subject);

ALTER TABLE ONLY public.wallet_devices
    ADD CONSTRAINT wallet_devices_are_one_of_a_type PRIMARY KEY (merchant_id, pass_type_id, device);

ALTER TABLE ONLY public.wallet_log_kinds
    ADD CONSTRAINT wallet_log_kinds_are_counted_once PRIMARY KEY (merchant_id, pass_type_id, kind);

ALTER TABLE ONLY public.wallet_pushes
    ADD CONSTRAINT wallet_pushes_are_one_a_phone PRIMARY KEY (merchant_id, pass_type_id, device);

ALTER TABLE ONLY public.wallet_registrations
    ADD CONSTRAINT wallet_registrations_are_made_once PRIMARY KEY (merchant_id, pass_type_id, device, pass_id);

ALTER TABLE ONLY sandbox.cards
    ADD CONSTRAINT cards_are_kept_once PRIMARY KEY (merchant_id, reference);

ALTER TABLE ONLY sandbox.charges
    ADD CONSTRAINT charges_are_made_once_per_key PRIMARY KEY (merchant_id, key);

ALTER TABLE ONLY sandbox.disputes
    ADD CONSTRAINT disputes_are_opened_once_per_reference PRIMARY KEY (merchant_id, reference);

ALTER TABLE ONLY sandbox.notices
    ADD CONSTRAINT notices_are_of_one_thing PRIMARY KEY (merchant_id, kind, name);

ALTER TABLE ONLY sandbox.settlements
    ADD CONSTRAINT settlements_are_made_once_per_key PRIMARY KEY (merchant_id, kind, key);

CREATE INDEX attempts_by_coupon ON public.attempts USING btree (merchant_id, coupon_id, buyer) WHERE ((coupon_id IS NOT NULL) AND (state = ANY (ARRAY['started'::text, 'unknown'::text, 'authorized'::text])));

CREATE UNIQUE INDEX attempts_live_one_at_a_time ON public.attempts USING btree (merchant_id, checkout_id) WHERE (state = ANY (ARRAY['started'::text, 'unknown'::text, 'authorized'::text]));

CREATE INDEX attempts_to_expire ON public.attempts USING btree (capture_before) WHERE ((state = 'authorized'::text) AND (captured < approved));

CREATE INDEX attempts_to_finish ON public.attempts USING btree (leased_until) WHERE (state = ANY (ARRAY['started'::text, 'unknown'::text, 'voiding'::text]));

CREATE INDEX balances_by_customer ON public.balances USING btree (merchant_id, customer_id) WHERE (customer_id IS NOT NULL);

CREATE INDEX balances_by_reference ON public.balances USING btree (merchant_id, reference) WHERE (reference IS NOT NULL);

CREATE UNIQUE INDEX balances_have_a_code_of_their_own ON public.balances USING btree (merchant_id, code_hash) WHERE (code_hash IS NOT NULL);

CREATE INDEX balances_to_expire ON public.balances USING btree (expires_at) WHERE ((expires_at IS NOT NULL) AND (expired_at IS NULL));

CREATE INDEX captures_to_finish ON public.captures USING btree (leased_until) WHERE (state = ANY (ARRAY['started'::text, 'unknown'::text]));

CREATE INDEX certificates_to_warn ON public.certificates USING btree (warn_at) WHERE (warn_at IS NOT NULL);

CREATE INDEX checkouts_by_age ON public.checkouts USING brin (created_at);

CREATE INDEX checkouts_by_coupon ON public.checkouts USING btree (merchant_id, coupon_id, coupon_buyer) WHERE (coupon_buyer IS NOT NULL);

CREATE INDEX checkouts_by_customer ON public.checkouts USING btree (merchant_id, customer_id, checkout_id) WHERE (customer_id IS NOT NULL);

CREATE INDEX checkouts_by_reference ON public.checkouts USING btree (merchant_id, reference) WHERE (reference IS NOT NULL);

CREATE UNIQUE INDEX coupons_have_one_live_code ON public.coupons USING btree (merchant_id, code) WHERE (archived_at IS NULL);

CREATE INDEX data_keys_by_master ON public.merchant_data_keys USING btree (master_number);

CREATE INDEX deliveries_by_event ON public.deliveries USING btree (merchant_id, event_id);

CREATE INDEX deliveries_to_make ON public.deliveries USING btree (merchant_id, endpoint_id, next_at) WHERE (state = 'pending'::text);

CREATE INDEX discrepancies_that_stand ON public.discrepancies USING btree (merchant_id, made_at) WHERE (resolved_at IS NULL);

CREATE INDEX disputes_by_checkout ON public.disputes USING btree (merchant_id, checkout_id);

CREATE INDEX enrolments_by_quote ON public.enrolments USING btree (merchant_id, quote_id) WHERE (quote_id IS NOT NULL);

CREATE INDEX enrolments_by_subscription ON public.enrolments USING btree (merchant_id, subscription_id) WHERE ((subscription_id IS NOT NULL) AND (look_at IS NOT NULL));

CREATE INDEX enrolments_to_look_at ON public.enrolments USING btree (look_at) WHERE (look_at IS NOT NULL);

CREATE INDEX erasures_due ON public.erasures USING btree (due_at);

CREATE INDEX events_by_commit ON public.events USING btree (written_by, event_id);

CREATE INDEX events_by_merchant_and_commit ON public.events USING btree (merchant_id, written_by, event_id);

CREATE INDEX events_by_seldom_type ON public.events USING btree (merchant_id, type, written_by, event_id) WHERE (type <> ALL (ARRAY['checkout.authorized'::text, 'checkout.captured'::text, 'checkout.declined'::text, 'refund.succeeded'::text, 'balance.credited'::text, 'balance.debited'::text, 'balance.held'::text, 'balance.released'::text, 'balance.captured'::text, 'invoice.upcoming'::text, 'invoice.paid'::text]));

CREATE UNIQUE INDEX holds_attach_a_balance_once ON public.holds USING btree (merchant_id, checkout_id, balance_id) WHERE ((checkout_id IS NOT NULL) AND (state = ANY (ARRAY['active'::text, 'captured'::text])));

CREATE INDEX holds_by_balance ON public.holds USING btree (merchant_id, balance_id) WHERE (state = 'active'::text);

CREATE INDEX holds_to_expire ON public.holds USING btree (expires_at) WHERE ((state = 'active'::text) AND (expires_at IS NOT NULL));

CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING brin (created_at);

CREATE UNIQUE INDEX invoices_by_checkout ON public.invoices USING btree (merchant_id, checkout_id) WHERE (checkout_id IS NOT NULL);

CREATE INDEX invoices_due ON public.invoices USING btree (due_at) WHERE ((due_at IS NOT NULL) AND (clock_id IS NULL));

CREATE INDEX invoices_due_by_a_clock ON public.invoices USING btree (merchant_id, clock_id, due_at) WHERE ((due_at IS NOT NULL) AND (clock_id IS NOT NULL));

CREATE INDEX kept_cards_by_checkout ON public.kept_cards USING btree (merchant_id, checkout_id);

CREATE INDEX kept_cards_by_token ON public.kept_cards USING btree (merchant_id, merchant_token) WHERE (merchant_token IS NOT NULL);

CREATE INDEX later_payments_by_balance ON public.later_payments USING btree (merchant_id, balance_id) WHERE (state = 'active'::text);

CREATE INDEX later_payments_by_card ON public.later_payments USING btree (merchant_id, card_id);

CREATE INDEX later_payments_due ON public.later_payments USING btree (due_at) WHERE ((due_at IS NOT NULL) AND (clock_id IS NULL));

CREATE INDEX later_payments_due_by_a_clock ON public.later_payments USING btree (merchant_id, clock_id, due_at) WHERE ((due_at IS NOT NULL) AND (clock_id IS NOT NULL));

CREATE UNIQUE INDEX merchants_have_one_order_type ON public.pass_types USING btree (merchant_id) WHERE (kind = 'order'::text);

CREATE INDEX names_by_merchant ON public.names USING btree (merchant_id, kind);

CREATE INDEX pass_types_to_bring ON public.pass_types USING btree (merchant_id, pass_type_id) WHERE (brought_version < version);

CREATE INDEX passes_by_customer ON public.passes USING btree (merchant_id, customer_id, pass_id) WHERE (customer_id IS NOT NULL);

CREATE INDEX passes_by_subject ON public.passes USING btree (merchant_id, subject) WHERE (subject IS NOT NULL);

CREATE INDEX passes_to_bring ON public.passes USING btree (merchant_id, pass_type_id, template_version);

CREATE INDEX quotes_by_changed_period ON public.quotes USING btree (merchant_id, subscription_id, moment) WHERE (is_made AND (NOT at_period_end));

CREATE INDEX quotes_that_came_to_nothing ON public.quotes USING btree (expires_at) WHERE ((used_at IS NULL) AND (checkout_id IS NULL));

CREATE INDEX refunds_to_finish ON public.refunds USING btree (leased_until) WHERE (state = ANY (ARRAY['started'::text, 'unknown'::text, 'pending'::text]));

CREATE INDEX shared_devices_by_participant ON public.shared_devices USING btree (merchant_id, shared_order_id, participant);

CREATE INDEX shared_orders_due ON public.shared_orders USING btree ((
CASE
    WHEN (state = 'locked'::text) THEN pay_by
    ELSE deadline_at
END)) WHERE (state = ANY (ARRAY['open'::text, 'locked'::text]));

CREATE INDEX shared_orders_passes_due ON public.shared_orders USING btree (passes_due_at) WHERE (passes_due_at IS NOT NULL);

CREATE INDEX shared_orders_to_erase ON public.shared_orders USING btree (ended_at) WHERE (data_key IS NOT NULL);

CREATE INDEX shared_participants_by_person ON public.shared_participants USING btree (merchant_id, person);

CREATE UNIQUE INDEX shared_shares_by_checkout ON public.shared_shares USING btree (merchant_id, checkout_id) WHERE (checkout_id IS NOT NULL);

CREATE INDEX shared_shares_due ON public.shared_shares USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX stale_passes_by_due ON public.stale_passes USING btree (due_at);

CREATE INDEX subscriptions_by_card ON public.subscriptions USING btree (merchant_id, card_id);

CREATE INDEX subscriptions_by_customer ON public.subscriptions USING btree (merchant_id, customer_id) WHERE (customer_id IS NOT NULL);

CREATE INDEX subscriptions_due ON public.subscriptions USING btree (due_at) WHERE ((due_at IS NOT NULL) AND (clock_id IS NULL));

CREATE INDEX subscriptions_due_by_a_clock ON public.subscriptions USING btree (merchant_id, clock_id, due_at) WHERE ((due_at IS NOT NULL) AND (clock_id IS NOT NULL));

CREATE INDEX test_clocks_to_advance ON public.test_clocks USING btree (leased_until) WHERE (target IS NOT NULL);

CREATE INDEX timeline_with_errors ON public.timeline USING btree (merchant_id, at) WHERE (errors IS NOT NULL);

CREATE INDEX token_notices_by_age ON public.token_notices USING btree (heard_at);

CREATE INDEX token_notices_due ON public.token_notices USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX token_notices_waiting ON public.token_notices USING btree (merchant_id) WHERE (due_at IS NOT NULL);

CREATE INDEX token_unlinks_due ON public.token_unlinks USING btree (due_at);

CREATE UNIQUE INDEX tokens_pay_once ON public.attempts USING btree (token) WHERE (token IS NOT NULL);

CREATE UNIQUE INDEX transfers_by_source ON public.transfers USING btree (merchant_id, from_balance, from_number) WHERE (from_balance IS NOT NULL);

CREATE UNIQUE INDEX transfers_by_target ON public.transfers USING btree (merchant_id, to_balance, to_number) WHERE (to_balance IS NOT NULL);

CREATE INDEX waiting_orders_by_due ON public.waiting_orders USING btree (due_at);

CREATE INDEX wallet_pushes_by_due ON public.wallet_pushes USING btree (due_at);

CREATE INDEX wallet_registrations_by_pass ON public.wallet_registrations USING btree (merchant_id, pass_id);

CREATE INDEX charges_by_time ON sandbox.charges USING btree (merchant_id, created_at, key);

CREATE INDEX disputes_by_charge ON sandbox.disputes USING btree (merchant_id, charge);

CREATE INDEX notices_to_give ON sandbox.notices USING btree (due_at);

CREATE INDEX settlements_by_charge ON sandbox.settlements USING btree (merchant_id, charge);

CREATE TRIGGER plan_versions_are_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON public.plan_versions FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_to_change_an_agreement();

CREATE TRIGGER transfers_are_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE ON public.transfers FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_to_change_the_books();

ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT attempts_are_of_a_checkout FOREIGN KEY (merchant_id, checkout_id) REFERENCES public.checkouts(merchant_id, checkout_id);

ALTER TABLE ONLY public.balances
    ADD CONSTRAINT balances_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);

ALTER TABLE ONLY public.balances
    ADD CONSTRAINT balances_belong_to_their_customer FOREIGN KEY (merchant_id, customer_id) REFERENCES public.customers(merchant_id, customer_id);

ALTER TABLE ONLY public.captures
    ADD CONSTRAINT captures_are_of_a_checkout FOREIGN KEY (merchant_id, checkout_id) REFERENCES public.checkouts(merchant_id, checkout_id);

ALTER TABLE ONLY public.captures
    ADD CONSTRAINT captures_are_of_an_attempt FOREIGN KEY (merchant_id, attempt_id) REFERENCES public.attempts(merchant_id, attempt_id);

ALTER TABLE ONLY public.certificates
    ADD CONSTRAINT certificates_are_sealed_for_their_merchant FOREIGN KEY (merchant_id) REFERENCES public.merchant_data_keys(merchant_id);

ALTER TABLE ONLY public.checkouts
    ADD CONSTRAINT checkouts_belong_to_their_customer FOREIGN KEY (merchant_id, customer_id) REFERENCES public.customers(merchant_id, customer_id);

ALTER TABLE ONLY public.checkouts
    ADD CONSTRAINT checkouts_coupon_is_the_merchants FOREIGN KEY (merchant_id, coupon_id) REFERENCES public.coupons(merchant_id, coupon_id);

ALTER TABLE ONLY public.coupons
    ADD CONSTRAINT coupons_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);

ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);

ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_come_from_a_checkout FOREIGN KEY (merchant_id, checkout_id) REFERENCES public.checkouts(merchant_id, checkout_id);

ALTER TABLE ONLY public.merchant_data_keys
    ADD CONSTRAINT data_keys_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);

ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_are_of_an_event FOREIGN KEY (merchant_id, event_id) REFERENCES public.events(merchant_id, event_id);

ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_are_to_an_endpoint FOREIGN KEY (merchant_id, endpoint_id) REFERENCES public.webhook_endpoints(merchant_id, endpoint_id);

ALTER TABLE ONLY public.delivery_attempts
    ADD CONSTRAINT delivery_attempts_are_of_a_delivery FOREIGN KEY (merchant_id, endpoint_id, event_id) REFERENCES public.deliveries(merchant_id, endpoint_id, event_id);

ALTER TABLE ONLY public.discrepancies
    ADD CONSTRAINT discrepancies_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);

ALTER TABLE ONLY public.disputes
    ADD CONSTRAINT disputes_are_of_a_checkout FOREIGN KEY (merchant_id, checkout_id) REFERENCES public.checkouts(merchant_id, checkout_id);

ALTER TABLE ONLY public.disputes
    ADD CONSTRAINT disputes_are_of_an_attempt FOREIGN KEY (merchant_id, attempt_id) REFERENCES public.attempts(merchant_id, attempt_id);

ALTER TABLE ONLY public.domain_associations
    ADD CONSTRAINT domain_associations_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);

ALTER TABLE ONLY public.webhook_endpoints
    ADD CONSTRAINT endpoints_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);

ALTER TABLE ONLY public.enrolments
    ADD CONSTRAINT enrolments_are_of_a_checkout FOREIGN KEY (merchant_id, checkout_id) REFERENCES public.checkouts(merchant_id, checkout_id);

ALTER TABLE ONLY public.enrolments
    ADD CONSTRAINT enrolments_are_on_the_merchants_clock FOREIGN KEY (merchant_id, clock_id) REFERENCES public.test_clocks(merchant_id, clock_id);

ALTER TABLE ONLY public.enrolments
    ADD CONSTRAINT enrolments_are_to_a_version_of_a_plan FOREIGN KEY (merchant_id, plan_id, plan_version) REFERENCES public.plan_versions(merchant_id, plan_id, version);

ALTER TABLE ONLY public.enrolments
    ADD CONSTRAINT enrolments_change_as_quoted FOREIGN KEY (merchant_id, quote_id) REFERENCES public.quotes(merchant_id, quote_id);

ALTER TABLE ONLY public.enrolments
    ADD CONSTRAINT enrolments_change_the_merchants_subscription FOREIGN KEY (merchant_id, subscription_id) REFERENCES public.subscriptions(merchant_id, subscription_id);

ALTER TABLE ONLY public.erasures
    ADD CONSTRAINT erasures_belong_to_their_customer FOREIGN KEY (merchant_id, customer_id) REFERENCES public.customers(merchant_id, customer_id);

ALTER TABLE ONLY public.holds
    ADD CONSTRAINT holds_are_of_a_balance FOREIGN KEY (merchant_id, balance_id, currency) REFERENCES public.balances(merchant_id, balance_id, currency);

ALTER TABLE ONLY public.holds
    ADD CONSTRAINT holds_are_of_a_checkout FOREIGN KEY (merchant_id, checkout_id) REFERENCES public.checkouts(merchant_id, checkout_id);

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_are_of_a_subscription FOREIGN KEY (merchant_id, subscription_id) REFERENCES public.subscriptions(merchant_id, subscription_id);

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_are_on_the_merchants_clock FOREIGN KEY (merchant_id, clock_id) REFERENCES public.test_clocks(merchant_id, clock_id);

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_are_paid_by_a_checkout FOREIGN KEY (merchant_id, checkout_id) REFERENCES public.checkouts(merchant_id, checkout_id);

ALTER TABLE ONLY public.kept_cards
    ADD CONSTRAINT kept_cards_come_from_a_checkout FOREIGN KEY (merchant_id, checkout_id) REFERENCES public.checkouts(merchant_id, checkout_id);

ALTER TABLE ONLY public.kept_cards
    ADD CONSTRAINT kept_cards_paid_once FOREIGN KEY (merchant_id, card_id) REFERENCES public.attempts(merchant_id, attempt_id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT keys_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);

ALTER TABLE ONLY public.later_payments
    ADD CONSTRAINT later_payments_are_charged_by_a_checkout FOREIGN KEY (merchant_id, charge_id) REFERENCES public.checkouts(merchant_id, checkout_id);

ALTER TABLE ONLY public.later_payments
    ADD CONSTRAINT later_payments_are_of_a_checkout FOREIGN KEY (merchant_id, checkout_id) REFERENCES public.checkouts(merchant_id, checkout_id);

ALTER TABLE ONLY public.later_payments
    ADD CONSTRAINT later_payments_are_on_the_merchants_clock FOREIGN KEY (merchant_id, clock_id) REFERENCES public.test_clocks(merchant_id, clock_id);

ALTER TABLE ONLY public.later_payments
    ADD CONSTRAINT later_payments_are_paid_by_a_kept_card FOREIGN KEY (merchant_id, card_id) REFERENCES public.kept_cards(merchant_id, card_id);

ALTER TABLE ONLY public.names
    ADD CONSTRAINT names_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);

ALTER TABLE ONLY public.pass_counters
    ADD CONSTRAINT pass_counters_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);

ALTER TABLE ONLY public.pass_type_files
    ADD CONSTRAINT pass_type_files_are_of_a_type FOREIGN KEY (merchant_id, pass_type_id) REFERENCES public.pass_types(merchant_id, pass_type_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.pass_types
    ADD CONSTRAINT pass_types_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);

ALTER TABLE ONLY public.passes
    ADD CONSTRAINT passes_are_of_a_type FOREIGN KEY (merchant_id, pass_type_id) REFERENCES public.pass_types(merchant_id, pass_type_id);

ALTER TABLE ONLY public.passes
    ADD CONSTRAINT passes_may_have_a_customer FOREIGN KEY (merchant_id, customer_id) REFERENCES public.customers(merchant_id, customer_id);

ALTER TABLE ONLY public.period_payments
    ADD CONSTRAINT period_payments_are_made_by_an_invoice FOREIGN KEY (merchant_id, invoice_id) REFERENCES public.invoices(merchant_id, invoice_id);

ALTER TABLE ONLY public.period_payments
    ADD CONSTRAINT period_payments_are_of_a_subscription FOREIGN KEY (merchant_id, subscription_id) REFERENCES public.subscriptions(merchant_id, subscription_id);

ALTER TABLE ONLY public.pictures
    ADD CONSTRAINT pictures_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);

ALTER TABLE ONLY public.plan_versions
    ADD CONSTRAINT plan_versions_are_of_a_plan FOREIGN KEY (merchant_id, plan_id) REFERENCES public.plans(merchant_id, plan_id);

ALTER TABLE ONLY public.plans
    ADD CONSTRAINT plans_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);

ALTER TABLE ONLY public.processor_accounts
    ADD CONSTRAINT processor_accounts_are_sealed_for_their_merchant FOREIGN KEY (merchant_id) REFERENCES public.merchant_data_keys(merchant_id);

ALTER TABLE ONLY public.quotes
    ADD CONSTRAINT quotes_are_agreed_to_in_a_checkout FOREIGN KEY (merchant_id, checkout_id) REFERENCES public.checkouts(merchant_id, checkout_id);

ALTER TABLE ONLY public.quotes
    ADD CONSTRAINT quotes_are_of_a_subscription FOREIGN KEY (merchant_id, subscription_id) REFERENCES public.subscriptions(merchant_id, subscription_id);

ALTER TABLE ONLY public.quotes
    ADD CONSTRAINT quotes_are_to_a_version_of_a_plan FOREIGN KEY (merchant_id, plan_id, plan_version) REFERENCES public.plan_versions(merchant_id, plan_id, version);

ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_are_of_a_checkout FOREIGN KEY (merchant_id, checkout_id) REFERENCES public.checkouts(merchant_id, checkout_id);

ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_are_of_an_attempt FOREIGN KEY (merchant_id, attempt_id) REFERENCES public.attempts(merchant_id, attempt_id);

ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_credit_the_merchants_balance FOREIGN KEY (merchant_id, credit_balance) REFERENCES public.balances(merchant_id, balance_id);

ALTER TABLE ONLY public.later_payments
    ADD CONSTRAINT reloads_fill_the_merchants_balance FOREIGN KEY (merchant_id, balance_id) REFERENCES public.balances(merchant_id, balance_id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_are_of_a_key FOREIGN KEY (merchant_id, key_id) REFERENCES public.api_keys(merchant_id, key_id);

ALTER TABLE ONLY public.merchant_settings
    ADD CONSTRAINT settings_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);

ALTER TABLE ONLY public.shared_choices
    ADD CONSTRAINT shared_choices_are_of_a_participant FOREIGN KEY (merchant_id, shared_order_id, participant) REFERENCES public.shared_participants(merchant_id, shared_order_id, participant);

ALTER TABLE ONLY public.shared_devices
    ADD CONSTRAINT shared_devices_are_of_a_participant FOREIGN KEY (merchant_id, shared_order_id, participant) REFERENCES public.shared_participants(merchant_id, shared_order_id, participant);

ALTER TABLE ONLY public.shared_messages
    ADD CONSTRAINT shared_messages_are_of_a_participant FOREIGN KEY (merchant_id, shared_order_id, participant) REFERENCES public.shared_participants(merchant_id, shared_order_id, participant);

ALTER TABLE ONLY public.shared_orders
    ADD CONSTRAINT shared_orders_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);

ALTER TABLE ONLY public.shared_participants
    ADD CONSTRAINT shared_participants_are_of_an_order FOREIGN KEY (merchant_id, shared_order_id) REFERENCES public.shared_orders(merchant_id, shared_order_id);

ALTER TABLE ONLY public.shared_participants
    ADD CONSTRAINT shared_participants_have_a_pass FOREIGN KEY (merchant_id, pass_id) REFERENCES public.passes(merchant_id, pass_id);

ALTER TABLE ONLY public.shared_shares
    ADD CONSTRAINT shared_shares_are_of_a_participant FOREIGN KEY (merchant_id, shared_order_id, participant) REFERENCES public.shared_participants(merchant_id, shared_order_id, participant);

ALTER TABLE ONLY public.stale_passes
    ADD CONSTRAINT stale_passes_are_passes FOREIGN KEY (merchant_id, pass_id) REFERENCES public.passes(merchant_id, pass_id);

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_are_on_the_merchants_clock FOREIGN KEY (merchant_id, clock_id) REFERENCES public.test_clocks(merchant_id, clock_id);

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_are_paid_by_a_kept_card FOREIGN KEY (merchant_id, card_id) REFERENCES public.kept_cards(merchant_id, card_id);

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_are_to_a_version_of_a_plan FOREIGN KEY (merchant_id, plan_id, plan_version) REFERENCES public.plan_versions(merchant_id, plan_id, version);

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_begin_at_a_checkout FOREIGN KEY (merchant_id, checkout_id) REFERENCES public.checkouts(merchant_id, checkout_id);

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_belong_to_their_customer FOREIGN KEY (merchant_id, customer_id) REFERENCES public.customers(merchant_id, customer_id);

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_credit_the_merchants_balance FOREIGN KEY (merchant_id, balance_id) REFERENCES public.balances(merchant_id, balance_id);

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_go_on_with_a_version_of_a_plan FOREIGN KEY (merchant_id, next_plan_id, next_plan_version) REFERENCES public.plan_versions(merchant_id, plan_id, version);

ALTER TABLE ONLY public.test_clocks
    ADD CONSTRAINT test_clocks_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);

ALTER TABLE ONLY public.token_notices
    ADD CONSTRAINT token_notices_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);

ALTER TABLE ONLY public.token_unlinks
    ADD CONSTRAINT token_unlinks_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);

ALTER TABLE ONLY public.transfers
    ADD CONSTRAINT transfers_come_from_a_balance_of_their_currency FOREIGN KEY (merchant_id, from_balance, currency) REFERENCES public.balances(merchant_id, balance_id, currency);

ALTER TABLE ONLY public.transfers
    ADD CONSTRAINT transfers_go_to_a_balance_of_their_currency FOREIGN KEY (merchant_id, to_balance, currency) REFERENCES public.balances(merchant_id, balance_id, currency);

ALTER TABLE ONLY public.waiting_orders
    ADD CONSTRAINT waiting_orders_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);

ALTER TABLE ONLY public.wallet_devices
    ADD CONSTRAINT wallet_devices_are_of_a_type FOREIGN KEY (merchant_id, pass_type_id) REFERENCES public.pass_types(merchant_id, pass_type_id);

ALTER TABLE ONLY public.wallet_log_kinds
    ADD CONSTRAINT wallet_log_kinds_are_of_a_type FOREIGN KEY (merchant_id, pass_type_id) REFERENCES public.pass_types(merchant_id, pass_type_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.wallet_pushes
    ADD CONSTRAINT wallet_pushes_go_to_a_phone FOREIGN KEY (merchant_id, pass_type_id, device) REFERENCES public.wallet_devices(merchant_id, pass_type_id, device) ON DELETE CASCADE;

ALTER TABLE ONLY public.wallet_registrations
    ADD CONSTRAINT wallet_registrations_are_for_a_pass FOREIGN KEY (merchant_id, pass_id) REFERENCES public.passes(merchant_id, pass_id);

ALTER TABLE ONLY public.wallet_registrations
    ADD CONSTRAINT wallet_registrations_are_of_a_device FOREIGN KEY (merchant_id, pass_type_id, device) REFERENCES public.wallet_devices(merchant_id, pass_type_id, device);

