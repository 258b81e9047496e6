-- The minimal tables for a payment from a balance: the yardstick's, beside Paysheet's.
DROP SCHEMA IF EXISTS yardstick CASCADE;
CREATE SCHEMA yardstick;
SET search_path = yardstick;
CREATE TABLE merchants (id bigint PRIMARY KEY, name text NOT NULL);
CREATE TABLE checkouts (
    id uuid PRIMARY KEY,
    merchant_id bigint NOT NULL REFERENCES merchants (id),
    status text NOT NULL,
    currency char(3) NOT NULL,
    total_minor bigint NOT NULL,
    request jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE accounts (id bigint PRIMARY KEY, balance_minor bigint NOT NULL);
CREATE TABLE ledger_entries (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    checkout_id uuid NOT NULL REFERENCES checkouts (id),
    account_id bigint NOT NULL REFERENCES accounts (id),
    amount_minor bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE outbox (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    topic text NOT NULL,
    payload jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO merchants VALUES (1, 'Yardstick');
INSERT INTO accounts SELECT g, 1000000000000 FROM generate_series(0, 1000) g;
INSERT INTO checkouts (id, merchant_id, status, currency, total_minor, request)
SELECT ('00000000-0000-4000-8000-' || lpad(g::text, 12, '0'))::uuid, 1, 'pending', 'USD', 13997,
    :'request'::jsonb
FROM generate_series(1, 300000) g;
