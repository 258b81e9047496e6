-- Why: the changes within a period are counted in one unit and one calendar, those of its first change.
ALTER TABLE quotes ADD COLUMN time_zone text;
CREATE INDEX quotes_by_changed_period ON quotes (merchant_id, subscription_id, moment)
    WHERE used_at IS NOT NULL AND NOT at_period_end;
