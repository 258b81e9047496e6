-- Why: jobs run in the background, in any of several processes. The last result of each job, its
-- failures and its next run must be in a place that every process can read, also after the process
-- that ran the job has ended.

CREATE TABLE jobs (
    name text NOT NULL,
    -- The last run, and the process that made it.
    process text NOT NULL,
    started_at timestamptz NOT NULL,
    ended_at timestamptz NOT NULL,
    -- The number of items that all runs together finished.
    finished bigint NOT NULL,
    -- Consecutive failed runs of that process.
    failures integer NOT NULL,
    -- The last failure, which stays after the job has recovered: the kind of error, without any
    -- value.
    failed_at timestamptz,
    error text,
    -- When that process runs the job next.
    due_at timestamptz NOT NULL,
    CONSTRAINT jobs_have_a_name PRIMARY KEY (name),
    CONSTRAINT jobs_finish_at_least_nothing CHECK (finished >= 0),
    CONSTRAINT jobs_fail_at_least_never CHECK (failures >= 0),
    CONSTRAINT jobs_fail_for_a_reason CHECK ((failed_at IS NULL) = (error IS NULL)
        AND (failures = 0 OR error IS NOT NULL))
) WITH (fillfactor = 50);
-- Earlier text: sha256 18698d9717f2f04e130f92d3182fe69a35fd81729f92200aaf75a516911f7e3a
