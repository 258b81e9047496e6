-- Why: a free item can be returned, too. Its refund moves no money, but it counts the item, so that
-- the refund of the last item includes the delivery, in any order of the parcels.
ALTER TABLE refunds
    DROP CONSTRAINT refunds_give_something,
    ADD CONSTRAINT refunds_give_something CHECK (
        (amount > 0 OR (amount = 0 AND items IS NOT NULL))
        AND card >= 0 AND card <= amount AND credit >= 0 AND credit <= amount
    );
-- Earlier text: sha256 f1c92b807224e4421427489c859a1a92e845587c1a24f2a831865f05775742ab
