-- Why: things on a menu have pictures, and an order of several is shown by one picture put together from theirs. What is kept was drawn anew, so
-- that nothing is in it that came with it: no place where it was taken, no telephone's name, nothing that makes a reader of pictures stumble.

CREATE TABLE pictures (
    merchant_id bigint NOT NULL,
    -- As the merchant calls it, and as its menus name it. Sorted as bytes are.
    name text COLLATE "C" NOT NULL,
    media_type text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    bytes bytea NOT NULL,
    -- Its middle square, small and opaque, as JPEG: of these a picture of several is made.
    tile bytea NOT NULL,
    -- SHA-256 of its bytes.
    digest bytea NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT pictures_have_a_name PRIMARY KEY (merchant_id, name),
    CONSTRAINT pictures_belong_to_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants,
    CONSTRAINT pictures_have_a_plain_name CHECK (name ~ '^[a-z0-9][a-z0-9._-]{0,63}$'),
    CONSTRAINT pictures_are_of_a_known_kind CHECK (media_type IN ('image/png', 'image/jpeg')),
    CONSTRAINT pictures_are_of_a_size_that_is_shown
        CHECK (width BETWEEN 1 AND 900 AND height BETWEEN 1 AND 900),
    CONSTRAINT pictures_have_few_bytes CHECK (octet_length(bytes) BETWEEN 1 AND 4194304),
    CONSTRAINT pictures_have_a_small_tile CHECK (octet_length(tile) BETWEEN 1 AND 1048576),
    CONSTRAINT pictures_have_a_digest CHECK (octet_length(digest) = 32)
);
-- They are packed as far as they can be: to pack them once more costs time and gains nothing.
ALTER TABLE pictures ALTER COLUMN bytes SET STORAGE EXTERNAL;
ALTER TABLE pictures ALTER COLUMN tile SET STORAGE EXTERNAL;
