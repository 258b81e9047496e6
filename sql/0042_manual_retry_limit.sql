-- Why: card networks limit the number of attempts for one charge. The manual retries of an invoice
-- are counted apart from the dunning schedule, which has a limit of its own.
ALTER TABLE invoices ADD COLUMN manual_retries integer NOT NULL DEFAULT 0;
-- Earlier text: sha256 8f67638ca32bc19783d916c986fb63ca16c6acb17664c817b61a2d40b08f3650
