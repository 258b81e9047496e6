-- Why: a payment token of Apple pays once, for any merchant: two merchants with one processing
-- certificate could both charge the same card with it. So the key is the token alone. Of a token
-- that was used twice before, the first attempt keeps it.
UPDATE attempts a SET token = NULL
WHERE EXISTS (
    SELECT FROM attempts b
    WHERE b.token = a.token AND (b.started_at, b.attempt_id) < (a.started_at, a.attempt_id));
DROP INDEX tokens_pay_once;
CREATE UNIQUE INDEX tokens_pay_once ON attempts (token) WHERE token IS NOT NULL;
