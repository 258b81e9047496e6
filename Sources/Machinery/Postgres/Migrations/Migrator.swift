/// Migrates a database's schema to the version that the program needs.
///
/// Each migration is one transaction. An advisory lock lets several servers start at once: one
/// migrates, the others wait and then find no pending migration.
package struct Migrator: Sendable {
    private let migrations: [Migration]
    private let settings: Database.Settings

    /// The wait for another server's migrations.
    private static let waitSeconds = 120
    /// A migration that waits for a lock blocks all callers behind it.
    private static let lockSeconds = 10
    /// One key for the whole database; "migrator" in ASCII.
    private static let lockKey: Int64 = 0x6d69_6772_6174_6f72

    package init(_ migrations: [Migration], _ settings: Database.Settings) {
        self.migrations = migrations
        self.settings = settings
    }

    /// Applies pending migrations in order and returns them. If the schema is too new, changed or
    /// out of order, it throws and changes nothing.
    package func migrate() async throws(MigrationError) -> [Migration] {
        try await onThread { connection throws(MigrationError) in
            let wait = Query(raw: "SET lock_timeout = '\(Migrator.waitSeconds)s'")
            _ = try connection.runStatement(wait)
            do throws(MigrationError) {
                _ = try connection.runStatement("SELECT pg_advisory_lock(\(Migrator.lockKey))")
            } catch .database(.lockTimeout) {
                throw .locked
            }
            _ = try connection.runStatement(
                Query(raw: "SET lock_timeout = '\(Migrator.lockSeconds)s'"))
            _ = try connection.runStatement(Migrator.table)
            let plan = try plan(connection)
            for migration in plan.pending { try connection.apply(migration) }
            return plan.pending
        }
    }

    /// Throws unless the schema is exactly the one that the program knows; changes nothing.
    package func check() async throws(MigrationError) {
        try await onThread { connection throws(MigrationError) in
            let found = try connection.runStatement(
                "SELECT to_regclass('schema_migrations') IS NOT NULL AS it")
            let isThere: Bool = (try? found.first?.get("it")) ?? false
            guard isThere || migrations.isEmpty else {
                throw .tooOld(missing: migrations.map(\.number))
            }
            guard isThere else { return }
            let missing = try plan(connection).pending.map(\.number)
            if !missing.isEmpty { throw .tooOld(missing: missing) }
        }
    }

    private static let table: Query = """
        CREATE TABLE IF NOT EXISTS schema_migrations (
            number integer PRIMARY KEY,
            name text NOT NULL,
            checksum bytea NOT NULL,
            applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
        )
        """

    private func plan(_ connection: Connection) throws(MigrationError) -> MigrationPlan {
        let texts = migrations.map(\.sql)
        let sums = try connection.runStatement(
            """
            SELECT encode(sha256(convert_to(text, 'UTF8')), 'hex') AS sum
            FROM unnest(\(texts)) WITH ORDINALITY AS given (text, place) ORDER BY place
            """)
        let rows = try connection.runStatement(
            "SELECT number, encode(checksum, 'hex') AS sum FROM schema_migrations")
        let checksums: [String]
        let applied: [MigrationPlan.Applied]
        do {
            checksums = try sums.map { try $0.get("sum") }
            applied = try rows.map {
                MigrationPlan.Applied(number: try $0.get("number"), checksum: try $0.get("sum"))
            }
        } catch {
            // A column throws no other error; one would be an unreadable value, too.
            throw .database(error as? PostgresError ?? .column(name: "checksum", .value))
        }
        return try MigrationPlan(given: migrations, checksums: checksums, applied: applied)
    }

    /// Runs a body on its own connection, without the timeouts of requests, and on a thread that
    /// may block.
    private func onThread<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(MigrationError) -> Value
    ) async throws(MigrationError) -> Value {
        try await onOwnThread("postgres migrate") { () throws(MigrationError) in
            let connection: Connection
            do throws(PostgresError) {
                connection = try Connection(settings, limits: false)
            } catch {
                throw .database(error)
            }
            return try body(connection)
        }
    }
}

extension Connection {
    fileprivate func runStatement(_ query: Query) throws(MigrationError) -> [Row] {
        queue(query)
        switch roundTrip(.end) {
        case .rows(let rows): return rows[0].list
        case .failed(let failure): throw .database(failure.error)
        }
    }

    fileprivate func apply(_ migration: Migration) throws(MigrationError) {
        _ = try runStatement("BEGIN")
        do throws(ScriptFailure) {
            try run(script: migration.sql)
        } catch {
            // The error closes the connection, which ends the transaction.
            let line = error.line
            throw .failed(number: migration.number, name: migration.name, line: line, error.error)
        }
        guard isInTransaction else {
            throw .endsItsTransaction(number: migration.number, name: migration.name)
        }
        _ = try runStatement(
            """
            INSERT INTO schema_migrations (number, name, checksum)
            VALUES (\(migration.number), \(migration.name),
                    sha256(convert_to(\(migration.sql), 'UTF8')))
            """)
        _ = try runStatement("COMMIT")
    }
}
