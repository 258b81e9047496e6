-- Why: what happened is told to others from a row that was written with it, so nothing is told
-- that did not happen and nothing that happened goes untold.

CREATE TABLE events (
    merchant_id bigint NOT NULL,
    event_id uuid NOT NULL,
    type text NOT NULL,
    object text NOT NULL,
    -- Numbers the events of one object, from 1, without a gap.
    sequence integer NOT NULL,
    -- The object as it was at the event; no secret and no contact.
    data json NOT NULL,
    created_at timestamptz NOT NULL,
    -- A reader passes over rows of transactions that are younger than an open one.
    written_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
    CONSTRAINT events_have_an_identifier PRIMARY KEY (merchant_id, event_id),
    CONSTRAINT events_of_an_object_are_numbered UNIQUE (merchant_id, object, sequence),
    CONSTRAINT events_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants
);
