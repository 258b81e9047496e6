-- Why: the credit of a plan change is the part of each payment that was kept for the rest of the
-- period. One worth for the whole period could not show which of two payments was refunded, and a
-- change paid out too much. Each change now records the amount that it added to the payments of the
-- current period.
CREATE TABLE period_payments (
    merchant_id bigint NOT NULL,
    subscription_id uuid NOT NULL,
    number integer NOT NULL,
    -- The first change of a later period replaces the rows of an earlier one.
    period integer NOT NULL,
    -- NULL if the change moved credit to the subscription's balance.
    invoice_id uuid,
    -- For the whole period, in minor units.
    worth bigint NOT NULL,
    CONSTRAINT period_payments_are_numbered PRIMARY KEY (merchant_id, subscription_id, number),
    CONSTRAINT period_payments_without_an_invoice_are_credits
        CHECK (number >= 0 AND worth <> 0 AND (invoice_id IS NULL) = (worth < 0)),
    CONSTRAINT period_payments_are_of_a_subscription
        FOREIGN KEY (merchant_id, subscription_id) REFERENCES subscriptions,
    CONSTRAINT period_payments_are_made_by_an_invoice
        FOREIGN KEY (merchant_id, invoice_id) REFERENCES invoices
);

-- Subscriptions that were changed in the current period: each paid invoice, scaled to the whole
-- period, and the difference that makes their sum equal to the stored worth.
WITH begun AS (
    SELECT s.merchant_id, s.subscription_id, s.period, s.worth, s.period_start, s.period_end,
        p.period_start AS first_start, p.period_end AS first_end
    FROM subscriptions s
    JOIN invoices p ON p.merchant_id = s.merchant_id AND p.subscription_id = s.subscription_id
        AND p.period = s.period
    WHERE s.ended_at IS NULL AND s.kind <> 'trial'
        AND EXISTS (SELECT FROM quotes q WHERE q.merchant_id = s.merchant_id
            AND q.subscription_id = s.subscription_id AND q.used_at IS NOT NULL
            AND NOT q.at_period_end AND q.moment >= p.period_start)),
paid AS (
    SELECT b.merchant_id, b.subscription_id, b.period, b.worth AS whole, i.invoice_id,
        i.created_at,
        round((i.amount - i.beside) * CASE
            WHEN i.period IS NULL THEN extract(epoch FROM b.period_end - b.period_start)
                / extract(epoch FROM b.period_end - greatest(b.period_start, i.period_start))
            WHEN b.period_start > b.first_start
                THEN extract(epoch FROM b.first_end - least(b.period_start, b.first_end))
                    / extract(epoch FROM b.first_end - b.first_start)
            ELSE 1 END)::bigint AS worth
    FROM begun b
    JOIN invoices i ON i.merchant_id = b.merchant_id AND i.subscription_id = b.subscription_id
    WHERE i.state = 'paid' AND i.checkout_id IS NOT NULL AND (i.period = b.period
        OR i.period IS NULL AND i.period_start >= b.first_start
            AND i.period_start < b.period_end)),
parts AS (
    SELECT merchant_id, subscription_id, period, invoice_id, worth, created_at FROM paid
    WHERE worth > 0
    UNION ALL
    SELECT merchant_id, subscription_id, min(period), NULL, min(whole) - sum(worth)::bigint, NULL
    FROM paid GROUP BY merchant_id, subscription_id HAVING min(whole) < sum(worth))
INSERT INTO period_payments (merchant_id, subscription_id, number, period, invoice_id, worth)
SELECT merchant_id, subscription_id,
    row_number() OVER (PARTITION BY merchant_id, subscription_id
        ORDER BY created_at, invoice_id) - 1, period, invoice_id, worth
FROM parts;

-- Why: a plan change keeps the agreed free and cheaper periods. `lead` contains those phases, each
-- with its remaining periods; NULL means the phases of the plan itself.
ALTER TABLE subscriptions ADD COLUMN lead json;
UPDATE subscriptions SET lead = '[]' WHERE regular_only;
ALTER TABLE subscriptions
    DROP CONSTRAINT trials_are_worth_nothing,
    DROP COLUMN worth,
    DROP COLUMN regular_only;
-- Earlier text: sha256 bbb84513f33fc7f979faa899fbd663d7f17b3fbac6b5621c423c59949e98553d
