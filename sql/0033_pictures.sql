-- Why: items of a menu have pictures, and an order of several items is shown by one picture
-- composed of theirs. The server stores a picture that it has drawn again, so that no data of the
-- file remains: no place where it was taken, no name of a phone, and no content that makes an image
-- decoder fail.

CREATE TABLE pictures (
    merchant_id bigint NOT NULL,
    -- The merchant's name for the picture, which its menus contain. Sorted by bytes.
    name text COLLATE "C" NOT NULL,
    media_type text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    bytes bytea NOT NULL,
    -- The middle square, small and opaque, as JPEG: pictures of several items are composed of these
    -- tiles.
    tile bytea NOT NULL,
    -- SHA-256 of the bytes.
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
-- Pictures are already compressed as far as possible: compressing them again costs time and saves
-- no space.
ALTER TABLE pictures ALTER COLUMN bytes SET STORAGE EXTERNAL;
ALTER TABLE pictures ALTER COLUMN tile SET STORAGE EXTERNAL;
-- Earlier text: sha256 cdd7dd1a87fdca6f6c4c115347161f93af6c0db35ce7a3dac25546db516c1eaf
