-- Why: an update writes the part of a row between its first and its last changed byte to the log.
-- The columns that a sheet update or a payment changes were on both sides of the request, so each
-- update logged the whole request, which seldom changes. The request is now the last column. One
-- command copies it and drops the old column, so that the table is rewritten once and keeps its
-- size.
ALTER TABLE checkouts ADD COLUMN moved json;
ALTER TABLE checkouts ALTER COLUMN moved TYPE json USING request, DROP COLUMN request;
ALTER TABLE checkouts ALTER COLUMN moved SET NOT NULL;
ALTER TABLE checkouts RENAME COLUMN moved TO request;
