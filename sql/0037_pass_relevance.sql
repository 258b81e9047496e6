-- Why: a pass may name many moments and intervals at which Wallet suggests it, and a list of passes by time has to find it by each of
-- them. Only the first moment was stored. Values are sealed, so passes that exist keep that moment until they change.

ALTER TABLE passes
    -- The end of the last interval.
    ADD COLUMN relevant_until timestamptz,
    -- All intervals; a moment is one that ends where it begins.
    ADD COLUMN relevant_spans tstzmultirange;
UPDATE passes SET relevant_until = relevant_at,
    relevant_spans = tstzmultirange(tstzrange(relevant_at, relevant_at, '[]'))
WHERE relevant_at IS NOT NULL;
CREATE INDEX passes_by_relevance_end ON passes (merchant_id, relevant_until) WHERE relevant_until IS NOT NULL;
