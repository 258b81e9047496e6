-- Why: a merchant's server must receive every event, even after an outage of two days and in any
-- order, and the merchant must be able to look up the deliveries. Each event has one row for each
-- endpoint, so that a slow or dead endpoint delays no other endpoint.

CREATE TABLE webhook_endpoints (
    merchant_id bigint NOT NULL,
    endpoint_id uuid NOT NULL,
    url text NOT NULL,
    -- The types of events that the endpoint receives; NULL means all.
    event_types text[],
    description text,
    -- The signing secret and, for some time after a rotation, the previous one (encrypted).
    data_key bytea NOT NULL,
    secret bytea NOT NULL,
    secret_before bytea,
    secret_before_until timestamptz,
    disabled_at timestamptz,
    disabled_because text,
    -- The time since which every attempt has failed.
    failing_since timestamptz,
    events integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    deleted_at timestamptz,
    CONSTRAINT endpoints_have_an_identifier PRIMARY KEY (merchant_id, endpoint_id),
    CONSTRAINT endpoints_are_disabled_for_a_reason
        CHECK ((disabled_at IS NULL) = (disabled_because IS NULL)),
    CONSTRAINT endpoints_are_disabled_for_a_known_reason
        CHECK (disabled_because IN ('merchant', 'gone', 'failing')),
    CONSTRAINT endpoints_old_secrets_have_an_end
        CHECK ((secret_before IS NULL) = (secret_before_until IS NULL)),
    CONSTRAINT endpoints_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants
);

-- A delivery sends one event to one endpoint.
CREATE TABLE deliveries (
    merchant_id bigint NOT NULL,
    endpoint_id uuid NOT NULL,
    event_id uuid NOT NULL,
    state text NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    -- When the next attempt is due. During an attempt it is the time at which another worker may
    -- try.
    next_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    ended_at timestamptz,
    CONSTRAINT deliveries_are_made_once PRIMARY KEY (merchant_id, endpoint_id, event_id),
    CONSTRAINT deliveries_are_in_a_known_state
        CHECK (state IN ('pending', 'delivered', 'failed', 'dropped')),
    CONSTRAINT deliveries_end_when_they_are_done
        CHECK ((state = 'pending') = (ended_at IS NULL)),
    CONSTRAINT deliveries_are_to_an_endpoint
        FOREIGN KEY (merchant_id, endpoint_id) REFERENCES webhook_endpoints,
    CONSTRAINT deliveries_are_of_an_event FOREIGN KEY (merchant_id, event_id) REFERENCES events
) WITH (fillfactor = 80);
-- By endpoint first: a worker goes from endpoint to endpoint, and past the backlog of each.
CREATE INDEX deliveries_to_make ON deliveries (merchant_id, endpoint_id, next_at)
    WHERE state = 'pending';
-- For deleting an event together with its deliveries and their attempts.
CREATE INDEX deliveries_by_event ON deliveries (merchant_id, event_id);

-- One call of the endpoint for a delivery.
CREATE TABLE delivery_attempts (
    merchant_id bigint NOT NULL,
    endpoint_id uuid NOT NULL,
    event_id uuid NOT NULL,
    number integer NOT NULL,
    at timestamptz NOT NULL,
    milliseconds integer NOT NULL,
    -- The status of the answer, or the reason why there was no answer.
    status smallint,
    failure text,
    CONSTRAINT delivery_attempts_are_numbered
        PRIMARY KEY (merchant_id, endpoint_id, event_id, number),
    CONSTRAINT delivery_attempts_end_somehow CHECK ((status IS NULL) <> (failure IS NULL)),
    CONSTRAINT delivery_attempts_are_of_a_delivery
        FOREIGN KEY (merchant_id, endpoint_id, event_id) REFERENCES deliveries
);

-- The position of a reader of all events. Events that are younger than an open transaction wait.
CREATE TABLE outbox_cursors (
    reader text NOT NULL,
    written_by xid8 NOT NULL,
    event_id uuid NOT NULL,
    CONSTRAINT outbox_cursors_are_one_a_reader PRIMARY KEY (reader)
);
-- The reader that creates deliveries, before its first event.
INSERT INTO outbox_cursors (reader, written_by, event_id)
    VALUES ('webhooks', '0', '00000000-0000-0000-0000-000000000000');
CREATE INDEX events_by_commit ON events (written_by, event_id);
CREATE INDEX events_by_merchant_and_commit ON events (merchant_id, written_by, event_id);
-- Earlier text: sha256 5d4b122e5d8bffc7fb53ede86ad9511b90faefaa3f3156817cbdccdc02f015cf
