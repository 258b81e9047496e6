-- Why: each foreign key costs an inserted row a look-up and a lock of the referenced row. All
-- transactions of a busy merchant then lock the merchant's row at once. When many transactions lock
-- one row, Postgres writes a multixact, a list of the lockers, for each new one. The foreign keys
-- took a tenth of the time of a payment by balance. None of them can be violated: the merchant's
-- number comes from the API key of the call, keys and settings prevent a merchant from being
-- deleted, and the statement that changes a checkout writes the entry of its timeline.

ALTER TABLE checkouts DROP CONSTRAINT checkouts_belong_to_a_merchant;
ALTER TABLE events DROP CONSTRAINT events_belong_to_a_merchant;
ALTER TABLE transfers DROP CONSTRAINT transfers_belong_to_a_merchant;
ALTER TABLE timeline DROP CONSTRAINT timeline_is_of_a_checkout;
-- Earlier text: sha256 b39c96dbf657ca8669a3da34dd0044dd49055d69cc6794b7e64c27193e9912ec
-- Earlier text: sha256 942520f33eb05790ba88cce47faa247fb51c340f18560822224f0f635c487e12
