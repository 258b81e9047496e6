-- Why: the dashboard runs in a browser, which must not store a merchant's secret key. It has a
-- session instead, which ends when it expires, when its key ends, or when the user signs out. Also,
-- a merchant wants to see which fields of the sheet lose sales, without a query that reads every
-- request of every sheet.

CREATE TABLE sessions (
    merchant_id bigint NOT NULL,
    session_id uuid NOT NULL,
    -- The session has the rights of this API key, as long as the key works.
    key_id uuid NOT NULL,
    -- SHA-256 of the random part of the cookie. Only the browser stores that part.
    hash bytea NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT sessions_have_an_identifier PRIMARY KEY (merchant_id, session_id),
    CONSTRAINT sessions_are_of_a_key
        FOREIGN KEY (merchant_id, key_id) REFERENCES api_keys (merchant_id, key_id),
    CONSTRAINT sessions_are_kept_as_sha256 CHECK (octet_length(hash) = 32),
    CONSTRAINT sessions_end_after_they_begin CHECK (expires_at > created_at)
);

-- Few entries have errors, so that most requests of a sheet do not pay for this index.
CREATE INDEX timeline_with_errors ON timeline (merchant_id, at) WHERE errors IS NOT NULL;
-- Earlier text: sha256 d4e1fca02c170de41b5eb4465326c1a984e73e0d5cbab208c338aea92bbb098b
