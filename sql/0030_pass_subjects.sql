-- Why: a gift card's pass shows the amount that is left on the card, and must follow the card
-- without a call from its merchant. The pass names its subject, the object that it represents. When
-- the subject changes, a job checks the pass.

-- The identifier of the subject, as events name it. The subject's values are encrypted with the
-- values of the pass.
ALTER TABLE passes ADD COLUMN subject text;
CREATE INDEX passes_by_subject ON passes (merchant_id, subject) WHERE subject IS NOT NULL;

-- Passes whose subject may have changed. A job checks them one by one and deletes their rows.
CREATE TABLE stale_passes (
    merchant_id bigint NOT NULL,
    pass_id uuid NOT NULL,
    due_at timestamptz NOT NULL,
    CONSTRAINT stale_passes_wait_once PRIMARY KEY (merchant_id, pass_id),
    CONSTRAINT stale_passes_are_passes FOREIGN KEY (merchant_id, pass_id) REFERENCES passes
);
CREATE INDEX stale_passes_by_due ON stale_passes (due_at);
-- Earlier text: sha256 7fc1ce92a6eb1a0750113bddf60e0a7d1b21382d148f203bf8bca5dfab273f17
