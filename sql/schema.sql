-- Made by bin/schema from the migrations beside it; bin/check compares. Do not edit.

CREATE SCHEMA sandbox;

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
    CONSTRAINT keys_are_kept_as_sha256 CHECK ((octet_length(hash) = 32)),
    CONSTRAINT keys_are_of_a_known_kind CHECK ((kind = ANY (ARRAY['secret'::text, 'publishable'::text]))),
    CONSTRAINT keys_have_a_known_scope CHECK ((scope = ANY (ARRAY['read'::text, 'write'::text])))
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
    CONSTRAINT attempts_are_in_a_known_state CHECK ((state = ANY (ARRAY['started'::text, 'unknown'::text, 'authorized'::text, 'declined'::text, 'voiding'::text, 'voided'::text]))),
    CONSTRAINT attempts_ask_for_at_least_zero CHECK ((amount >= 0)),
    CONSTRAINT attempts_end_when_they_are_done CHECK (((state = ANY (ARRAY['started'::text, 'unknown'::text, 'voiding'::text])) = (ended_at IS NULL))),
    CONSTRAINT attempts_tell_a_known_thing CHECK ((told = ANY (ARRAY['nothing'::text, 'success'::text, 'failure'::text, 'unknown'::text])))
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
    request json NOT NULL,
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
    CONSTRAINT attempts_are_limited CHECK (((attempts >= 0) AND (attempts <= 10))),
    CONSTRAINT authorised_at_most_the_maximum CHECK (((authorized >= 0) AND ((maximum_amount IS NULL) OR (authorized <= maximum_amount)))),
    CONSTRAINT captured_at_most_what_was_authorised CHECK (((captured >= 0) AND (captured <= authorized))),
    CONSTRAINT checkouts_are_in_a_known_state CHECK ((state = ANY (ARRAY['open'::text, 'authorizing'::text, 'authorized'::text, 'captured'::text, 'refunded'::text, 'canceled'::text, 'expired'::text, 'failed'::text]))),
    CONSTRAINT coupon_is_kept_with_its_terms CHECK (((coupon_id IS NULL) = (coupon IS NULL))),
    CONSTRAINT refunded_at_most_what_was_captured CHECK (((refunded >= 0) AND (refunded <= captured))),
    CONSTRAINT sealed_needs_its_key CHECK (((data_key IS NOT NULL) OR ((place IS NULL) AND (pinned IS NULL) AND (prefill IS NULL) AND (contacts IS NULL)))),
    CONSTRAINT total_is_at_least_zero CHECK ((total >= 0))
)
WITH (fillfactor='60', toast_tuple_target='8160');

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
    CONSTRAINT customers_contact_needs_its_key CHECK (((contact IS NULL) OR (data_key IS NOT NULL)))
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

CREATE TABLE public.idempotency_keys (
    merchant_id bigint NOT NULL,
    scope text NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    status smallint,
    answer bytea,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT idempotency_answers_are_whole CHECK (((status IS NULL) = (answer IS NULL)))
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
    CONSTRAINT names_are_of_a_known_kind CHECK ((kind = 'domain'::text))
);

CREATE TABLE public.operator_keys (
    hash bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    CONSTRAINT operator_keys_are_kept_as_sha256 CHECK ((octet_length(hash) = 32))
);

CREATE TABLE public.schema_migrations (
    number integer NOT NULL,
    name text NOT NULL,
    checksum bytea NOT NULL,
    applied_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
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
    CONSTRAINT charges_approve_at_most_what_was_asked CHECK (((approved >= 0) AND (approved <= amount))),
    CONSTRAINT charges_are_in_a_known_state CHECK ((state = ANY (ARRAY['charged'::text, 'declined'::text, 'voided'::text, 'closed'::text]))),
    CONSTRAINT charges_ask_for_at_least_zero CHECK ((amount >= 0)),
    CONSTRAINT declined_and_closed_charge_nothing CHECK (((state = ANY (ARRAY['charged'::text, 'voided'::text])) OR (approved = 0))),
    CONSTRAINT declines_have_a_reason CHECK (((state = 'declined'::text) = (decline IS NOT NULL))),
    CONSTRAINT voids_have_a_time CHECK (((state = 'voided'::text) = (voided_at IS NOT NULL)))
);

ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT attempts_are_numbered UNIQUE (merchant_id, checkout_id, number);

ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT attempts_have_an_identifier PRIMARY KEY (merchant_id, attempt_id);

ALTER TABLE ONLY public.checkouts
    ADD CONSTRAINT checkouts_have_an_identifier PRIMARY KEY (merchant_id, checkout_id);

ALTER TABLE ONLY public.coupons
    ADD CONSTRAINT coupons_have_an_identifier PRIMARY KEY (merchant_id, coupon_id);

ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_agree_once_a_checkout UNIQUE (merchant_id, checkout_id);

ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_have_an_identifier PRIMARY KEY (merchant_id, customer_id);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_have_an_identifier PRIMARY KEY (merchant_id, event_id);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_of_an_object_are_numbered UNIQUE (merchant_id, object, sequence);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_are_claimed_once PRIMARY KEY (merchant_id, scope, key);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT keys_are_unique UNIQUE (merchant_id, hash);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT keys_have_an_identifier PRIMARY KEY (merchant_id, key_id);

ALTER TABLE ONLY public.merchants
    ADD CONSTRAINT merchants_have_a_number PRIMARY KEY (merchant_id);

ALTER TABLE ONLY public.names
    ADD CONSTRAINT names_have_one_owner PRIMARY KEY (kind, name);

ALTER TABLE ONLY public.operator_keys
    ADD CONSTRAINT operator_keys_are_unique PRIMARY KEY (hash);

ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.merchant_settings
    ADD CONSTRAINT settings_have_a_version PRIMARY KEY (merchant_id, version);

ALTER TABLE ONLY public.timeline
    ADD CONSTRAINT timeline_entries_have_an_identifier PRIMARY KEY (merchant_id, checkout_id, entry_id);

ALTER TABLE ONLY sandbox.charges
    ADD CONSTRAINT charges_are_made_once_per_key PRIMARY KEY (merchant_id, key);

CREATE INDEX attempts_by_coupon ON public.attempts USING btree (merchant_id, coupon_id, buyer) WHERE ((coupon_id IS NOT NULL) AND (state = ANY (ARRAY['started'::text, 'unknown'::text, 'authorized'::text])));

CREATE UNIQUE INDEX attempts_live_one_at_a_time ON public.attempts USING btree (merchant_id, checkout_id) WHERE (state = ANY (ARRAY['started'::text, 'unknown'::text, 'authorized'::text]));

CREATE INDEX attempts_to_finish ON public.attempts USING btree (leased_until) WHERE (state = ANY (ARRAY['started'::text, 'unknown'::text, 'voiding'::text]));

CREATE INDEX checkouts_by_age ON public.checkouts USING brin (created_at);

CREATE INDEX checkouts_by_customer ON public.checkouts USING btree (merchant_id, customer_id) WHERE (customer_id IS NOT NULL);

CREATE INDEX checkouts_by_reference ON public.checkouts USING btree (merchant_id, reference) WHERE (reference IS NOT NULL);

CREATE UNIQUE INDEX coupons_have_one_live_code ON public.coupons USING btree (merchant_id, code) WHERE (archived_at IS NULL);

CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING brin (created_at);

CREATE INDEX names_by_merchant ON public.names USING btree (merchant_id, kind);

ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT attempts_are_of_a_checkout FOREIGN KEY (merchant_id, checkout_id) REFERENCES public.checkouts(merchant_id, checkout_id);

ALTER TABLE ONLY public.checkouts
    ADD CONSTRAINT checkouts_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);

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

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT keys_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);

ALTER TABLE ONLY public.names
    ADD CONSTRAINT names_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);

ALTER TABLE ONLY public.merchant_settings
    ADD CONSTRAINT settings_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);

ALTER TABLE ONLY public.timeline
    ADD CONSTRAINT timeline_is_of_a_checkout FOREIGN KEY (merchant_id, checkout_id) REFERENCES public.checkouts(merchant_id, checkout_id);

