import Postgres

extension Services {
    /// True if the database is not a standby and can write to its disk.
    ///
    /// Reading alone succeeds on a full disk. A sort of some 300 KB that may use 64 KB of memory
    /// writes a temporary file instead, without a row or a log record: it fails if the disk is
    /// full.
    static func isWritable(in transaction: Transaction) throws -> Bool {
        try transaction.enqueue("SET LOCAL work_mem = '64kB'")
        let row = try transaction.run(
            """
            SELECT NOT pg_is_in_recovery() AS writable, (SELECT count(*) FROM (
                SELECT n FROM generate_series(1, 8000) n ORDER BY md5(n::text) OFFSET 0) s) AS sorted
            """)[0]
        return try row.get("writable")
    }
}
