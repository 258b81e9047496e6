-- Why: operators read the names of jobs in GET /v1/jobs and in the log. Some of them used words
-- that no manual has, such as "look at enrolments". Their rows keep their totals.
UPDATE jobs SET name = CASE name
    WHEN 'settle shared orders' THEN 'reconcile shared orders'
    WHEN 'give passes of shared orders' THEN 'issue participant passes'
    WHEN 'end shared orders' THEN 'expire shared orders'
    WHEN 'forget who shared orders' THEN 'erase shared orders'
    WHEN 'begin periods' THEN 'advance subscriptions'
    WHEN 'react to events' THEN 'dispatch events'
    WHEN 'look at enrolments' THEN 'recover enrollments'
    WHEN 'forget old quotes' THEN 'delete expired quotes'
    WHEN 'move test clocks' THEN 'advance test clocks'
    WHEN 'bring passes to what they stand for' THEN 'refresh stale passes'
    WHEN 'make orders of payments' THEN 'issue orders'
    WHEN 'bring passes into new templates' THEN 'apply pass templates'
    WHEN 'forget abandoned contacts' THEN 'erase abandoned contacts'
    WHEN 'forget old events' THEN 'purge old events'
    WHEN 'number events' THEN 'rebase event numbers'
    WHEN 'give sandbox notices' THEN 'send sandbox notices'
    WHEN 'warn of expiry' THEN 'warn of certificate expiry'
    ELSE name END;
