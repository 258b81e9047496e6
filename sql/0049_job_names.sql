-- Why: operators read the names of jobs in GET /v1/jobs and in the log. Seventeen names did not
-- say what the job does: 'look at enrolments' recovers enrollments. The rows keep their totals.
UPDATE jobs j SET name = n.new_name
FROM (VALUES
    ('settle shared orders', 'reconcile shared orders'),
    ('give passes of shared orders', 'issue participant passes'),
    ('end shared orders', 'expire shared orders'),
    ('forget who shared orders', 'erase shared orders'),
    ('begin periods', 'advance subscriptions'),
    ('react to events', 'dispatch events'),
    ('look at enrolments', 'recover enrollments'),
    ('forget old quotes', 'delete expired quotes'),
    ('move test clocks', 'advance test clocks'),
    ('bring passes to what they stand for', 'refresh stale passes'),
    ('make orders of payments', 'issue orders'),
    ('bring passes into new templates', 'apply pass templates'),
    ('forget abandoned contacts', 'erase abandoned contacts'),
    ('forget old events', 'purge old events'),
    ('number events', 'rebase event numbers'),
    ('give sandbox notices', 'send sandbox notices'),
    ('warn of expiry', 'warn of certificate expiry')
) AS n (old_name, new_name)
WHERE j.name = n.old_name AND NOT EXISTS (SELECT FROM jobs k WHERE k.name = n.new_name);
