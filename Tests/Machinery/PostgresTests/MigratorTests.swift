import TestSupport
import Testing

@testable import Postgres

@Suite struct MigratorTests {
    private let first = Migration(
        number: 1, name: "notes",
        sql: "-- Why: å.\nCREATE TABLE notes (id bigint);\nINSERT INTO notes VALUES (1);")
    private let second = Migration(
        number: 2, name: "more", sql: "ALTER TABLE notes ADD COLUMN text text;")

    @Test func `migrations run once, in order, and are recorded`() async throws {
        try await TestDatabase.withFreshSettings(empty: true) { settings in
            #expect(try await Migrator([first], settings).migrate() == [first])
            #expect(try await Migrator([second, first], settings).migrate() == [second])
            #expect(try await Migrator([first, second], settings).migrate() == [])
            try await Migrator([first, second], settings).check()
            try await with(settings) { database in
                let rows = try await database.run(
                    """
                    SELECT number, name, octet_length(checksum) AS size, applied_at IS NOT NULL AS at
                    FROM schema_migrations ORDER BY number
                    """)
                #expect(try rows.map { try $0.get("name") } == ["notes", "more"])
                #expect(try rows[0].get("size") == Int32(32))
                #expect(try rows[0].get("at") == true)
                #expect(try await database.run("SELECT text FROM notes").count == 1)
            }
        }
    }

    @Test func `servers that start together migrate once`() async throws {
        try await TestDatabase.withFreshSettings(empty: true) { settings in
            let slow = Migration(
                number: 1, name: "slow",
                sql: "CREATE TABLE notes (id bigint); SELECT pg_sleep(0.1);")
            let applied = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<6 {
                    group.addTask { try await Migrator([slow, second], settings).migrate().count }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(applied.sorted() == [0, 0, 0, 0, 0, 2])
        }
    }

    @Test func `a failed migration leaves no change and names the place`() async throws {
        try await TestDatabase.withFreshSettings(empty: true) { settings in
            let bad = Migration(
                number: 2, name: "bad",
                sql: "-- å\nCREATE TABLE more (id bigint);\nSELECT *\nFROM nothing;")
            let error = await #expect(throws: MigrationError.self) {
                try await Migrator([first, bad], settings).migrate()
            }
            #expect(
                error?.description == """
                    migration 2 (bad), line 4: the database rejected a statement (42P01): \
                    relation "nothing" does not exist
                    """)
            try await with(settings) { database in
                let rows = try await database.run("SELECT to_regclass('more') IS NULL AS gone")
                #expect(try rows[0].get("gone") == true)
            }
            // Earlier migrations are kept, and the failed one may be corrected.
            #expect(try await Migrator([first, second], settings).migrate() == [second])
        }
    }

    @Test(arguments: ["COMMIT;", "COMMIT; BEGIN; COMMIT;", "ROLLBACK;"])
    func `a migration must not end its transaction`(sql: String) async throws {
        try await TestDatabase.withFreshSettings(empty: true) { settings in
            let bad = Migration(number: 1, name: "bad", sql: sql)
            await #expect(throws: MigrationError.endsItsTransaction(number: 1, name: "bad")) {
                try await Migrator([bad], settings).migrate()
            }
        }
    }

    @Test func `an edited migration is refused by name`() async throws {
        try await TestDatabase.withFreshSettings(empty: true) { settings in
            _ = try await Migrator([first], settings).migrate()
            let edited = Migration(number: 1, name: "notes", sql: first.sql + " ")
            let expected = MigrationError.changed(number: 1, name: "notes")
            await #expect(throws: expected) {
                try await Migrator([edited, second], settings).migrate()
            }
            await #expect(throws: expected) { try await Migrator([edited], settings).check() }
        }
    }

    @Test func `a migration with reworded comments names the text that was applied`() async throws {
        try await TestDatabase.withFreshSettings(empty: true) { settings in
            _ = try await Migrator([first], settings).migrate()
            let rows = try await Database(settings).run(
                "SELECT encode(checksum, 'hex') AS text FROM schema_migrations")
            let applied: String = try #require(try rows.first?.get("text"))
            let text = "-- Why: reworded\n\(first.sql)\n"
            let named = Migration(
                number: 1, name: "notes",
                sql: text + "-- Earlier text: sha256 \(applied)\n")
            #expect(try await Migrator([named], settings).migrate() == [])
            try await Migrator([named], settings).check()
            let unnamed = Migration(number: 1, name: "notes", sql: text)
            await #expect(throws: MigrationError.changed(number: 1, name: "notes")) {
                try await Migrator([unnamed], settings).check()
            }
        }
    }

    @Test func `a schema that is too new or too old is refused`() async throws {
        try await TestDatabase.withFreshSettings(empty: true) { settings in
            await #expect(throws: MigrationError.tooOld(missing: [1, 2])) {
                try await Migrator([first, second], settings).check()
            }
            try await Migrator([], settings).check()
            _ = try await Migrator([first, second], settings).migrate()
            await #expect(throws: MigrationError.tooNew(number: 2)) {
                try await Migrator([first], settings).migrate()
            }
            await #expect(throws: MigrationError.tooNew(number: 2)) {
                try await Migrator([first], settings).check()
            }
            let third = Migration(number: 3, name: "third", sql: "SELECT 1")
            let error = await #expect(throws: MigrationError.tooOld(missing: [3])) {
                try await Migrator([first, second, third], settings).check()
            }
            #expect(error?.description == "the database is too old: it lacks migration 3")
        }
    }

    @Test func `the plan refuses gaps and duplicate numbers`() throws {
        let third = Migration(number: 3, name: "third", sql: "")
        let applied = [
            MigrationPlan.Applied(number: 1, checksum: "a"), .init(number: 3, checksum: "c"),
        ]
        #expect(throws: MigrationError.outOfOrder(number: 2, name: "more")) {
            try MigrationPlan(
                given: [first, second, third], checksums: ["a", "b", "c"], applied: applied)
        }
        #expect(throws: MigrationError.doubled(number: 1)) {
            try MigrationPlan(given: [first, first], checksums: ["a", "a"], applied: [])
        }
    }

    @Test(arguments: [
        ("0001_merchants.sql", 1, "merchants"), ("0120_a_b.sql", 120, "a_b"),
    ])
    func `a file's name has a number and a name`(file: String, number: Int, name: String) {
        #expect(Migration(file: file, sql: "x") == Migration(number: number, name: name, sql: "x"))
    }

    @Test(arguments: ["schema.sql", "0001.sql", "x_1.sql", "0000_a.sql", "0001_a.txt"])
    func `a file with another name is not a migration`(file: String) {
        #expect(Migration(file: file, sql: "x") == nil)
    }

    @Test func `an unreachable server is reported in one clear line`() async throws {
        let error = await #expect(throws: MigrationError.self) {
            try await Migrator([first], Database.Settings("host=/nowhere")).migrate()
        }
        #expect(
            error?.description == """
                the database cannot be reached: connection to server on socket \
                "/nowhere/.s.PGSQL.5432" failed: No such file or directory; Is the server running \
                locally and accepting connections on that socket?
                """)
    }

    private func with(_ settings: Database.Settings, _ body: (Database) async throws -> Void)
        async throws
    {
        let database = Database(settings)
        do {
            try await body(database)
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    }
}
