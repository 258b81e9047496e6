import Glibc
import TestSupport
import Testing

@testable import Postgres

/// Sessions that end, servers that stop, networks that fall silent.
@Suite struct ReconnectionTests {
    @Test func `a session that the server ended while idle is replaced unnoticed`() async throws {
        let events = Events()
        try await TestDatabase.configured {
            $0.connections = 1
            $0.notify = events.note
        }.withNotes { database in
            for work in Kind.allCases {
                let before = try await backend(database)
                try await terminate(before)
                try await Task.sleep(for: .milliseconds(25))
                #expect(try await work.insert(1, into: database) == 1)
                let after = try await backend(database)
                #expect(after != before)
                try await database.run("TRUNCATE notes")
            }
            #expect(events.all.count { $0 == .connected } == 3)
            #expect(events.losses == Array(repeating: Self.terminated, count: 2))
        }
    }

    /// The connection was used a moment ago, so the pool does not check it before it sends the
    /// statement.
    @Test func `work runs again when the server closes the session first`() async throws {
        let events = Events()
        try await TestDatabase.configured {
            $0.connections = 1
            $0.notify = events.note
        }.withNotes { database in
            for work in Kind.allCases {
                for _ in 0..<5 {
                    try await terminate(try await backend(database))
                    #expect(try await work.insert(1, into: database) == 1)
                    try await database.run("TRUNCATE notes")
                }
            }
            #expect(events.losses == Array(repeating: Self.terminated, count: 10))
        }
    }

    private static let terminated = "57P01 terminating connection due to administrator command"

    @Test func `a session that ends within a transaction fails it and keeps nothing`()
        async throws
    {
        try await withNotes { database in
            let error = await #expect(throws: PostgresError.self) {
                try await database.transaction { transaction in
                    try transaction.run("INSERT INTO notes VALUES (1, 'one')")
                    try transaction.run("SELECT pg_terminate_backend(pg_backend_pid())")
                    Issue.record("the transaction goes on after its session has ended")
                }
            }
            #expect(error?.isUnavailable == true)
            let kept = try await database.run("SELECT FROM notes")
            #expect(kept.isEmpty)
        }
    }

    /// After repeated failures, the connection is not the cause.
    @Test func `work runs again once after a closed session`() async throws {
        let events = Events()
        try await TestDatabase.configured { $0.notify = events.note }.withNotes { database in
            let error = await #expect(throws: PostgresError.self) {
                try await database.run("SELECT pg_terminate_backend(pg_backend_pid())")
            }
            #expect(error?.isUnavailable == true)
            try await eventually("both losses are reported") {
                events.losses == Array(repeating: Self.terminated, count: 2)
            }
        }
    }

    @Test func `the pool reconnects to a restarted server and continues`() async throws {
        let cluster = TestCluster()
        let events = Events()
        var settings = Database.Settings(cluster.connection)
        settings.connections = 4
        settings.notify = events.note
        let database = Database(settings)
        try await database.run("CREATE TABLE notes (id bigint PRIMARY KEY, text text)")
        let query: Query = "SELECT count(*) AS n FROM notes"
        for mode in ["fast", "immediate"] {
            try await withThrowingTaskGroup { group in
                for _ in 0..<8 { group.addTask { try await database.run(query) } }
                try await group.waitForAll()
            }
            cluster.stop(mode)
            let begin = ContinuousClock.now
            for _ in 0..<20 {
                let error = await #expect(throws: PostgresError.self) {
                    try await database.run(query)
                }
                #expect(error?.isUnavailable == true)
            }
            #expect(ContinuousClock.now - begin < .milliseconds(settings.poolWaitMilliseconds))
            #expect(database.status.down == 4)
            cluster.start()
            try await eventually("the database answers again") {
                (try? await database.run(query)) != nil
            }
            for work in Kind.allCases {
                #expect(try await work.insert(1, into: database) == 1)
                try await database.run("TRUNCATE notes")
            }
        }
        await database.close()
    }

    @Test(arguments: Kind.allCases)
    func `a commit without an answer has an unknown outcome`(work: Kind) async throws {
        let cluster = TestCluster()
        let database = Database(Database.Settings(cluster.connection))
        try await database.run("CREATE TABLE notes (id bigint PRIMARY KEY, text text)")
        try await database.run(
            """
            CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN PERFORM pg_sleep(60); RETURN NULL; END $$
            """)
        try await database.run(
            """
            CREATE CONSTRAINT TRIGGER a_commit_waits AFTER INSERT ON notes
            DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait()
            """)
        let writing = Task { try await work.insert(1, into: database) }
        let pid = try await sleeper(database)
        kill(pid, SIGKILL)
        await #expect(throws: PostgresError.outcomeUnknown) { try await writing.value }
        await database.close()
    }

    @Test func `a silent server times out`() async throws {
        let cluster = TestCluster()
        var settings = Database.Settings(cluster.connection)
        settings.connections = 2
        settings.statementTimeoutMilliseconds = 1_000
        settings.silenceGraceMilliseconds = 100
        let events = Events()
        settings.notify = events.note
        let database = Database(settings)
        try await database.run("CREATE TABLE notes (id bigint PRIMARY KEY, text text)")
        let error = await #expect(throws: PostgresError.self) {
            try await database.transaction { transaction in
                let row = try transaction.run("SELECT pg_backend_pid() AS pid")[0]
                let pid: Int32 = try row.get("pid")
                kill(pid, SIGSTOP)
                defer { kill(pid, SIGCONT) }
                try transaction.run("INSERT INTO notes VALUES (1, 'one')")
            }
        }
        #expect(error?.isUnavailable == true)
        let rows = try await database.run("SELECT count(*) AS n FROM notes")
        #expect(try rows[0].get("n") == 0)
        await database.close()
        #expect(events.losses.first?.hasPrefix("no answer within ") == true)
    }

    @Test func `an unreachable server refuses at once and logs the reason`() async throws {
        let database = Database(Database.Settings("host=/nowhere dbname=x user=y"))
        for _ in 0..<3 {
            let error = await #expect(throws: PostgresError.self) {
                try await database.run("SELECT 1")
            }
            #expect(error?.description == "the database cannot be reached")
            let said = String(reflecting: try #require(error))
            #expect(said.contains("/nowhere"))
            #expect(said.split(separator: "cannot be reached").count == 2, "\(said)")
        }
        await database.close()
        let error = await #expect(throws: PostgresError.self) { try await database.run("SELECT 1") }
        #expect(error?.isUnavailable == true)
    }

    /// libpq would quote the part that it cannot parse, which may be the rest of a password.
    @Test(arguments: [
        ("host='hush", "a quote that is not closed"),
        ("host hush", "a word without ="),
        ("user=ada password=hu sh", "a word without ="),
        ("mysql://ada:hush@example.com/db", "a word without ="),
        ("hush=example.com", "an option that libpq does not know"),
        ("postgresql://ada:hu%zzsh@example.com/db", "a % without two hexadecimal digits"),
        ("postgresql://ada:hu%00sh@example.com/db", "a %00"),
        ("postgresql://example.com/db?hush=1", "an option that libpq does not know"),
        (
            "postgresql://ada:hu@sh@example.com/db",
            "the host contains an @: in the password of a URI, write @ as %40"
        ),
        (
            "postgresql://ada:hu/sh@example.com/db",
            "the port is not a number: in the password of a URI, write / as %2F"
        ),
        (
            "postgresql://[hush/db",
            "write host=… dbname=… user=… or postgresql://USER:PASSWORD@HOST/NAME"
        ),
    ])
    func `an invalid connection string is one clear line that quotes nothing`(
        text: String, mistake: String
    ) async throws {
        let error = PostgresError.unavailable("the connection string cannot be read: \(mistake)")
        await #expect(throws: error) { try await Database.check(Database.Settings(text)) }
    }

    @Test func `several hosts with their ports are valid`() throws {
        let text = "postgresql://one.example:5432,two.example:5433/db"
        let pairs = try ConnectionParameters(Database.Settings(text)).pairs
        #expect(pairs.contains { $0 == ("dbname", text) })
    }

    @Test func `a suitable server passes the check, an old one is named`() async throws {
        try await TestDatabase.withFreshSettings { try await Database.check($0) }
        #expect(
            PostgresError.serverTooOld(found: 140_009, needed: 150_000).description
                == "Postgres 15 or later is required, but the server is version 14")
    }

    /// The two ways to write.
    enum Kind: CaseIterable {
        case statement, transaction

        /// Inserts a note.
        ///
        /// - Returns: the number of notes with that id.
        func insert(_ id: Int, into database: Database) async throws -> Int {
            let insert: Query = "INSERT INTO notes VALUES (\(id), 'note')"
            switch self {
            case .statement: try await database.run(insert)
            case .transaction: _ = try await database.transaction { try $0.run(insert) }
            }
            return try await database.count("SELECT FROM notes WHERE id = \(id)")
        }
    }

    private func backend(_ database: Database) async throws -> Int32 {
        try await database.run("SELECT pg_backend_pid() AS pid")[0].get("pid")
    }

    /// Ends another session, and waits until it is gone.
    private func terminate(_ pid: Int32) async throws {
        try await TestDatabase.shared.run("SELECT pg_terminate_backend(\(pid), 5000)")
    }

    /// Waits until a session sleeps.
    private func sleeper(_ database: Database) async throws -> Int32 {
        var found: Int32 = 0
        try await eventually("a commit sleeps") {
            let rows = try await database.run(
                "SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep'")
            found = try rows.first?.get("pid") ?? 0
            return found != 0
        }
        return try #require(found == 0 ? nil : found)
    }
}
