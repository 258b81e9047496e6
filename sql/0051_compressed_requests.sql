-- Why: a paid checkout keeps two versions of its row until vacuum makes the space of one usable
-- again, and most of the row is the request. A row above 2 KB, as after a payment, now stores its
-- request compressed, which saves 10 % of all bytes that are kept for a paid checkout
-- (bench/RESULTS.md). No column moves to another table before the row exceeds a page: every call
-- reads the whole row.
ALTER TABLE checkouts RESET (toast_tuple_target);
ALTER TABLE checkouts
    ALTER COLUMN method SET STORAGE MAIN,
    ALTER COLUMN coupon SET STORAGE MAIN,
    ALTER COLUMN place SET STORAGE MAIN,
    ALTER COLUMN pinned SET STORAGE MAIN,
    ALTER COLUMN prefill SET STORAGE MAIN,
    ALTER COLUMN contacts SET STORAGE MAIN,
    ALTER COLUMN data_key SET STORAGE MAIN,
    ALTER COLUMN reference SET STORAGE MAIN,
    ALTER COLUMN balances SET STORAGE MAIN,
    ALTER COLUMN coupon_buyer SET STORAGE MAIN,
    ALTER COLUMN tariff SET STORAGE MAIN,
    ALTER COLUMN request SET STORAGE MAIN;

-- lz4 is faster than Postgres' own compression, but not every build has it.
DO $$
BEGIN
    IF EXISTS (
        SELECT FROM pg_settings
        WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)
    ) THEN
        ALTER TABLE checkouts ALTER COLUMN request SET COMPRESSION lz4;
    END IF;
END $$;
