-- Why: Wallet takes a pass only if Apple has issued the certificate of its pass type, so a merchant who issues passes entrusts one more
-- kind of certificate. It is sealed, watched and overlapped as the others are.

-- Of a pass type the identifier is not the merchant's but the pass type's, and a team stands beside it, which each pass names, too.
ALTER TABLE certificates ADD COLUMN team_identifier text;
ALTER TABLE certificates DROP CONSTRAINT certificates_are_of_a_known_kind;
ALTER TABLE certificates ADD CONSTRAINT certificates_are_of_a_known_kind
    CHECK (kind IN ('merchant_identity', 'payment_processing', 'pass_type'));
ALTER TABLE certificates ADD CONSTRAINT certificates_of_pass_types_name_a_team
    CHECK ((kind = 'pass_type') = (team_identifier IS NOT NULL));
