-- Why: a payment token from Apple pays once, over all merchants: two merchants with the same
-- processing certificate could both charge the card with it. So the token alone is the key. If a
-- token was used twice before, the first attempt keeps it.
UPDATE attempts a SET token = NULL
WHERE EXISTS (
    SELECT FROM attempts b
    WHERE b.token = a.token AND (b.started_at, b.attempt_id) < (a.started_at, a.attempt_id));
DROP INDEX tokens_pay_once;
CREATE UNIQUE INDEX tokens_pay_once ON attempts (token) WHERE token IS NOT NULL;
-- Earlier text: sha256 96c837d82a5314ffc44a70f11b156063046238aa379e6d66ba61de0948564b9a
