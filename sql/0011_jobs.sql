-- Why: jobs run unseen, in any of several processes. What each of them did last, whether it fails and
-- when it runs next must be found where everybody can ask, also after the process that ran it is gone.

CREATE TABLE jobs (
    name text NOT NULL,
    -- The last run, and the process that made it.
    process text NOT NULL,
    started_at timestamptz NOT NULL,
    ended_at timestamptz NOT NULL,
    -- How many things all runs together finished.
    finished bigint NOT NULL,
    -- Runs of that process that failed one after the other.
    failures integer NOT NULL,
    -- The last failure, which stays when it is over: what kind of error it was, and no value.
    failed_at timestamptz,
    error text,
    -- When that process runs it next.
    due_at timestamptz NOT NULL,
    CONSTRAINT jobs_have_a_name PRIMARY KEY (name),
    CONSTRAINT jobs_finish_at_least_nothing CHECK (finished >= 0),
    CONSTRAINT jobs_fail_at_least_never CHECK (failures >= 0),
    CONSTRAINT jobs_fail_for_a_reason CHECK ((failed_at IS NULL) = (error IS NULL)
        AND (failures = 0 OR error IS NOT NULL))
) WITH (fillfactor = 50);
