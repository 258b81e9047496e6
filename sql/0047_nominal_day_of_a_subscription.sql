-- Why: a subscription that renews on the 31st and changes its plan at the end of February keeps the
-- 31st. The anchor of the new terms is February 28, so it cannot store the 31st.
ALTER TABLE subscriptions
    ADD COLUMN anchor_day integer
        CONSTRAINT anchor_days_are_of_a_month CHECK (anchor_day BETWEEN 1 AND 31);
-- Earlier text: sha256 ea319a008c5b14748e84a89be335b5b7bebc5077508be699175d5f398f0d0ba1
-- Earlier text: sha256 98143813fecab7d0c8734cb895a2baf32236c162d404da0548342fdd9f5f281e
