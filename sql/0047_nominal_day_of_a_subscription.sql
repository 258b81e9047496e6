-- Why: a subscription of the 31st that changes its plan at the end of February keeps the 31st. The moment at which the new terms
-- begin has only the 28th.
ALTER TABLE subscriptions
    ADD COLUMN anchor_day integer CONSTRAINT anchor_days_are_of_a_month CHECK (anchor_day BETWEEN 1 AND 31);
