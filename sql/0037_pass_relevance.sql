-- Why: a pass may name many moments and intervals at which Wallet suggests it, and a list of passes
-- by time must find it by each of them. Only the first moment was stored. Values are encrypted, so
-- existing passes keep that moment until they change.

ALTER TABLE passes
    -- The end of the last interval.
    ADD COLUMN relevant_until timestamptz,
    -- All intervals; a moment is an interval that ends where it begins.
    ADD COLUMN relevant_spans tstzmultirange;
UPDATE passes SET relevant_until = relevant_at,
    relevant_spans = tstzmultirange(tstzrange(relevant_at, relevant_at, '[]'))
WHERE relevant_at IS NOT NULL;
CREATE INDEX passes_by_relevance_end ON passes (merchant_id, relevant_until)
    WHERE relevant_until IS NOT NULL;
-- Earlier text: sha256 239ef5f445f4e6650d7c3fdc2d9f8fa977e36daa18daabd975685d61c9e69dde
