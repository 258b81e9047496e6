-- Why: readers of events must see every change that was committed, and no other. An event is a row
-- that is written in the transaction of its change.

CREATE TABLE events (
    merchant_id bigint NOT NULL,
    event_id uuid NOT NULL,
    type text NOT NULL,
    object text NOT NULL,
    -- Numbers the events of one object, from 1, without gaps.
    sequence integer NOT NULL,
    -- The object at the time of the event, without secrets and contacts.
    data json NOT NULL,
    created_at timestamptz NOT NULL,
    -- A reader stops before rows of transactions that are younger than an open one.
    written_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
    CONSTRAINT events_have_an_identifier PRIMARY KEY (merchant_id, event_id),
    CONSTRAINT events_of_an_object_are_numbered UNIQUE (merchant_id, object, sequence),
    CONSTRAINT events_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants
);
-- Earlier text: sha256 4feeed6224ca7417eeef240c4c8bb09264f41adf9851250da00b3675d003cabb
