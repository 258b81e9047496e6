-- Why: an item that costs nothing can be returned, too. Its refund moves no money, but it counts the
-- item, so that the last item returned brings the delivery back in any order of the parcels.
ALTER TABLE refunds
    DROP CONSTRAINT refunds_give_something,
    ADD CONSTRAINT refunds_give_something CHECK (
        (amount > 0 OR (amount = 0 AND items IS NOT NULL))
        AND card >= 0 AND card <= amount AND credit >= 0 AND credit <= amount
    );
