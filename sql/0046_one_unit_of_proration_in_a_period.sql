-- Why: the changes within a period are counted in one unit and one calendar, those of its first change. A quote whose change could
-- not be made any more, because a refund came first, is used as well, and counts for nothing.
ALTER TABLE quotes
    ADD COLUMN time_zone text,
    ADD COLUMN is_made boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT only_used_quotes_are_made CHECK (used_at IS NOT NULL OR NOT is_made);
UPDATE quotes q SET is_made = q.used_at IS NOT NULL, time_zone = v.terms ->> 'timeZone'
FROM subscriptions s
JOIN plan_versions v ON v.merchant_id = s.merchant_id AND v.plan_id = s.plan_id AND v.version = s.plan_version
WHERE s.merchant_id = q.merchant_id AND s.subscription_id = q.subscription_id;
CREATE INDEX quotes_by_changed_period ON quotes (merchant_id, subscription_id, moment)
    WHERE is_made AND NOT at_period_end;
