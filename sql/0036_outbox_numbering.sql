-- Why: events and their readers are ordered by transaction numbers, which belong to one cluster of
-- Postgres. A dump keeps the numbers, and a new cluster counts from a low one: after a restore, new
-- events would get numbers below the cursors of the readers, which would skip them. Restored rows
-- keep their numbers, and this cluster adds a shift to the numbers of the rows that it writes.

CREATE TABLE outbox_numbering (
    is_single boolean NOT NULL DEFAULT true,
    -- Added to this cluster's transaction numbers, in the default of events.written_by as well.
    shift bigint NOT NULL,
    -- The cluster that wrote last, if the server's role may read its identifier.
    cluster bigint,
    CONSTRAINT outbox_numbering_is_one_row PRIMARY KEY (is_single),
    CONSTRAINT outbox_numbering_has_no_second_row CHECK (is_single),
    CONSTRAINT outbox_numbering_shifts_up CHECK (shift >= 0)
);
INSERT INTO outbox_numbering (shift) VALUES (0);

-- Why: a server that answers 429 or 503 with Retry-After asks for a pause, not only for the event
-- that it could not accept. Until then its endpoint receives no events.
ALTER TABLE webhook_endpoints ADD COLUMN retry_after timestamptz;
-- Earlier text: sha256 7c6921c7645605d159096cb9d83487d7989c5b38a0c6f7082bf7db1e4f688dcb
-- Earlier text: sha256 4a94a67034ea7adc054176264c72bf3563b26b22a249dcb443c46dc699b442cb
