-- A payment from a balance: six statements in one transaction, on the yardstick's own tables.
\set i :i + 1
\set n ((:first + :client_id * 18000 + :i) % 300000) + 1
\set account random(1, :accounts)
BEGIN;
SELECT id, merchant_id, status, total_minor FROM yardstick.checkouts WHERE id = ('00000000-0000-4000-8000-' || lpad(:n::text, 12, '0'))::uuid FOR UPDATE \gset
SELECT balance_minor FROM yardstick.accounts WHERE id = :account FOR UPDATE \gset
\if :balance_minor >= :total_minor
INSERT INTO yardstick.ledger_entries (checkout_id, account_id, amount_minor) VALUES (:id::uuid, :account, -:total_minor::bigint), (:id::uuid, 0, :total_minor::bigint);
UPDATE yardstick.accounts SET balance_minor = balance_minor - :total_minor WHERE id = :account;
UPDATE yardstick.checkouts SET status = 'authorized' WHERE id = :id::uuid;
INSERT INTO yardstick.outbox (topic, payload) VALUES ('checkout.authorized', :event_data::text::jsonb);
\endif
COMMIT;
