-- Why: a program that only ships parcels should not have a key that can change the settings. A key
-- can be limited to permissions such as payments:write. Its name and its last use tell the merchant
-- which keys can be revoked.
ALTER TABLE api_keys
    ADD COLUMN permissions text[],
    ADD COLUMN name text,
    -- Written at most once a minute.
    ADD COLUMN last_used_at timestamptz,
    DROP CONSTRAINT keys_have_a_known_scope,
    ADD CONSTRAINT keys_have_a_known_scope CHECK (scope IN ('read', 'write', 'restricted')),
    ADD CONSTRAINT restricted_keys_have_permissions
        CHECK ((scope = 'restricted') = (permissions IS NOT NULL)
            AND (permissions IS NULL OR cardinality(permissions) BETWEEN 1 AND 100)),
    ADD CONSTRAINT publishable_keys_only_read CHECK (kind = 'secret' OR scope = 'read'),
    ADD CONSTRAINT key_names_are_short CHECK (char_length(name) BETWEEN 1 AND 100);
