-- Why: a foreign key costs each row that is written a look-up and a lock of the row it names. The row of
-- a merchant with much to do is then locked by everybody at once, which Postgres notes in a list of its
-- own with each transaction; of a payment by balance these keys took a tenth. None of them can be broken:
-- the number of the merchant comes from the key that the call proved, keys and settings keep a merchant
-- from being deleted, and an entry of the timeline is written by the statement that changes its checkout.

ALTER TABLE checkouts DROP CONSTRAINT checkouts_belong_to_a_merchant;
ALTER TABLE events DROP CONSTRAINT events_belong_to_a_merchant;
ALTER TABLE transfers DROP CONSTRAINT transfers_belong_to_a_merchant;
ALTER TABLE timeline DROP CONSTRAINT timeline_is_of_a_checkout;
