-- Why: events and their readers are ordered by transaction numbers, which belong to one cluster of
-- Postgres. A dump keeps the numbers, and a new cluster counts from a low one: after a restore new
-- events would stand before the readers' places and never be delivered. The numbers of all that was
-- restored stay; what this cluster writes is numbered that much higher.

CREATE TABLE outbox_numbering (
    is_single boolean NOT NULL DEFAULT true,
    -- Added to this cluster's transaction numbers, in events.written_by's default as well.
    shift bigint NOT NULL,
    -- The cluster that wrote last, where the server's role may read its identifier.
    cluster bigint,
    CONSTRAINT outbox_numbering_is_one_row PRIMARY KEY (is_single),
    CONSTRAINT outbox_numbering_has_no_second_row CHECK (is_single),
    CONSTRAINT outbox_numbering_shifts_up CHECK (shift >= 0)
);
INSERT INTO outbox_numbering (shift) VALUES (0);

-- And why: a server that answers 429 or 503 with Retry-After asks for a pause, not only for the event
-- that it could not take. Until then its endpoint is sent nothing.
ALTER TABLE webhook_endpoints ADD COLUMN retry_after timestamptz;
