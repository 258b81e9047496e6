-- Why: the changes within a period are counted in one unit and one calendar, those of its first
-- change. A quote is also marked as used if a refund made its change impossible; such a quote does
-- not count.
ALTER TABLE quotes
    ADD COLUMN time_zone text,
    ADD COLUMN is_made boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT only_used_quotes_are_made CHECK (used_at IS NOT NULL OR NOT is_made);
UPDATE quotes q SET is_made = q.used_at IS NOT NULL, time_zone = v.terms ->> 'timeZone'
FROM subscriptions s
JOIN plan_versions v ON v.merchant_id = s.merchant_id AND v.plan_id = s.plan_id
    AND v.version = s.plan_version
WHERE s.merchant_id = q.merchant_id AND s.subscription_id = q.subscription_id;
CREATE INDEX quotes_by_changed_period ON quotes (merchant_id, subscription_id, moment)
    WHERE is_made AND NOT at_period_end;
-- Earlier text: sha256 8c13b515e95444ba17b7040db82ec75d8657918f91fcf8757671ed7a51001d1e
