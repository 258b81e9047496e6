-- Why: the changes within a period are counted in one unit, that of its first change.
CREATE INDEX quotes_by_changed_period ON quotes (merchant_id, subscription_id, moment)
    WHERE used_at IS NOT NULL AND NOT at_period_end;
