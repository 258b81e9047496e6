-- Why: a gift card's pass shows what is left on the card, and is to follow without its merchant. What a pass stands for is named beside it;
-- when that changes, the pass is looked at again.

-- The identifier of what it stands for, as events name it. What that says is sealed with the pass's values.
ALTER TABLE passes ADD COLUMN subject text;
CREATE INDEX passes_by_subject ON passes (merchant_id, subject) WHERE subject IS NOT NULL;

-- Passes whose subject may say something else by now: looked at one by one, and then no longer here.
CREATE TABLE stale_passes (
    merchant_id bigint NOT NULL,
    pass_id uuid NOT NULL,
    due_at timestamptz NOT NULL,
    CONSTRAINT stale_passes_wait_once PRIMARY KEY (merchant_id, pass_id),
    CONSTRAINT stale_passes_are_passes FOREIGN KEY (merchant_id, pass_id) REFERENCES passes
);
CREATE INDEX stale_passes_by_due ON stale_passes (due_at);
