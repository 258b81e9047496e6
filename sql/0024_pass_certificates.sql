-- Why: Wallet accepts a pass only if Apple has issued the certificate of its pass type, so a
-- merchant who issues passes entrusts the server with one more kind of certificate. It is
-- encrypted, watched and replaced with an overlap, as the other kinds are.

-- For a pass type, the merchant_identifier is that of the pass type. Beside it stands the
-- identifier of a team, which each pass contains, too.
ALTER TABLE certificates ADD COLUMN team_identifier text;
ALTER TABLE certificates DROP CONSTRAINT certificates_are_of_a_known_kind;
ALTER TABLE certificates ADD CONSTRAINT certificates_are_of_a_known_kind
    CHECK (kind IN ('merchant_identity', 'payment_processing', 'pass_type'));
ALTER TABLE certificates ADD CONSTRAINT certificates_of_pass_types_name_a_team
    CHECK ((kind = 'pass_type') = (team_identifier IS NOT NULL));
-- Earlier text: sha256 dd78757554cab77bc13269124ad81c63912bed69841d772f269741d8add7b7e0
