-- Why: the dashboard runs in a browser, which must not keep a merchant's secret key. It holds a session
-- instead, which ends by itself, with its key, or when its owner signs out. And a merchant wants to see
-- which fields of the sheet lose sales, without reading every question that any sheet ever asked.

CREATE TABLE sessions (
    merchant_id bigint NOT NULL,
    session_id uuid NOT NULL,
    -- Whose rights it has, as long as that key works.
    key_id uuid NOT NULL,
    -- Of the random part of the cookie, which is nowhere else.
    hash bytea NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT sessions_have_an_identifier PRIMARY KEY (merchant_id, session_id),
    CONSTRAINT sessions_are_of_a_key
        FOREIGN KEY (merchant_id, key_id) REFERENCES api_keys (merchant_id, key_id),
    CONSTRAINT sessions_are_kept_as_sha256 CHECK (octet_length(hash) = 32),
    CONSTRAINT sessions_end_after_they_begin CHECK (expires_at > created_at)
);

-- Few entries have errors, so that most questions of a sheet do not pay for this.
CREATE INDEX timeline_with_errors ON timeline (merchant_id, at) WHERE errors IS NOT NULL;
