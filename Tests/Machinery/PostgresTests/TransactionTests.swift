import TestSupport
import Testing

@testable import Postgres

@Suite struct TransactionTests {
    @Test func `a transaction keeps its body's writes in order`() async throws {
        try await withNotes { database in
            let seen = try await database.transaction { transaction in
                try transaction.enqueue("INSERT INTO notes VALUES (1, 'one')")
                let first = try transaction.run("SELECT text FROM notes").map { try $0.text() }
                try transaction.enqueue("UPDATE notes SET text = text || '!'")
                try transaction.enqueue("INSERT INTO notes VALUES (2, 'two')")
                return first
            }
            #expect(seen == ["one"])
            #expect(try await texts(database) == ["one!", "two"])
        }
    }

    @Test func `a body that throws keeps no write and frees its connection`() async throws {
        struct Refused: Error {}
        try await TestDatabase.configured { $0.connections = 1 }.withNotes { database in
            await #expect(throws: Refused.self) {
                try await database.transaction { transaction in
                    try transaction.run("INSERT INTO notes VALUES (1, 'one')")
                    try transaction.enqueue("INSERT INTO notes VALUES (2, 'two')")
                    throw Refused()
                }
            }
            let kept = try await texts(database)
            #expect(kept.isEmpty)
            #expect(database.status == Database.Status(idle: 1, busy: 0, down: 0, queued: 0))
        }
    }

    /// One lock followed by writes takes two round trips; writes alone take one.
    @Test func `BEGIN is sent with the first round trip and COMMIT with the last`() async throws {
        try await withNotes { database in
            let escaped = EscapedTransaction()
            try await database.transaction { transaction in
                escaped.transaction = transaction
                try transaction.run("SELECT FROM notes FOR UPDATE")
                try transaction.enqueue("INSERT INTO notes VALUES (1, 'one')")
                try transaction.enqueue("INSERT INTO notes VALUES (2, 'two')")
            }
            #expect(escaped.transaction?.roundTrips == 2)
            try await database.transaction { transaction in
                escaped.transaction = transaction
                try transaction.enqueue("INSERT INTO notes VALUES (3, 'three')")
                try transaction.enqueue("INSERT INTO notes VALUES (4, 'four')")
            }
            #expect(escaped.transaction?.roundTrips == 1)
            try await database.transaction { escaped.transaction = $0 }
            #expect(escaped.transaction?.roundTrips == 0)
            #expect(try await texts(database) == ["four", "one", "three", "two"])
        }
    }

    @Test func `a transaction chooses its isolation although statements were evicted`() async throws
    {
        try await TestDatabase.configured {
            $0.connections = 1
            $0.preparedMax = 3
        }.withNotes { database in
            for number in 0..<5 { try await database.run(Query(raw: "SELECT \(number)")) }
            let level: [String] = try await database.transaction { transaction in
                try transaction.enqueue("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                return try transaction.run("SHOW transaction_isolation").map {
                    try $0.get("transaction_isolation")
                }
            }
            #expect(level == ["repeatable read"])
        }
    }

    @Test func `writes alone are committed together or not at all`() async throws {
        try await withNotes { database in
            await #expect(throws: PostgresError.self) {
                try await database.transaction { transaction in
                    try transaction.enqueue("INSERT INTO notes VALUES (1, 'one')")
                    try transaction.enqueue("INSERT INTO notes VALUES (1, 'again')")
                    try transaction.enqueue("INSERT INTO notes VALUES (2, 'two')")
                }
            }
            let kept = try await texts(database)
            #expect(kept.isEmpty)
        }
    }

    @Test func `an error names the statement that failed, not the one that waited`() async throws {
        try await withNotes { database in
            let failing = "INSERT INTO notes VALUES ($1, 'again')"
            let expected = PostgresError.constraint(
                name: "notes_pkey", kind: .unique, statement: failing)
            await #expect(throws: expected) {
                try await database.transaction { transaction in
                    try transaction.enqueue("INSERT INTO notes VALUES (1, 'one')")
                    try transaction.enqueue("INSERT INTO notes VALUES (\(1), 'again')")
                    try transaction.enqueue("INSERT INTO notes VALUES (2, 'two')")
                    try transaction.run("SELECT 1")
                    Issue.record("the transaction goes on after a failed statement")
                }
            }
            await #expect(throws: expected) {
                try await database.transaction { transaction in
                    try transaction.run("INSERT INTO notes VALUES (1, 'one')")
                    try transaction.enqueue("INSERT INTO notes VALUES (\(1), 'again')")
                }
            }
        }
    }

    @Test func `a fault in a queued statement is its own, even if new to the server`()
        async throws
    {
        try await TestDatabase.configured { $0.connections = 1 }.withNotes { database in
            for _ in 0..<2 {
                let error = await #expect(throws: PostgresError.self) {
                    try await database.transaction { transaction in
                        try transaction.enqueue("INSERT INTO notes VALUES (1, 'one')")
                        try transaction.enqueue("INSERT INTO nothing VALUES (1)")
                        try transaction.run("SELECT count(*) AS n FROM notes WHERE id = \(7)")
                    }
                }
                #expect(
                    error
                        == .server(
                            sqlstate: "42P01", message: #"relation "nothing" does not exist"#,
                            statement: "INSERT INTO nothing VALUES (1)"))
            }
            // The statement skipped then is prepared now.
            let rows = try await database.run("SELECT count(*) AS n FROM notes WHERE id = \(7)")
            #expect(try rows[0].get("n") == 0)
        }
    }

    @Test func `a body that hides a failure does not succeed`() async throws {
        try await withNotes { database in
            await #expect(throws: PostgresError.self) {
                try await database.transaction { transaction in
                    try transaction.run("INSERT INTO notes VALUES (1, 'one')")
                    _ = try? transaction.run("SELECT 1 / 0")
                }
            }
            let kept = try await texts(database)
            #expect(kept.isEmpty)
        }
    }

    @Test(arguments: [true, false])
    func `a deferred constraint fails the commit`(afterARun: Bool) async throws {
        try await withNotes { database in
            try await database.run(
                """
                CREATE TABLE replies (
                    id bigint CONSTRAINT a_reply_has_a_note REFERENCES notes
                        DEFERRABLE INITIALLY DEFERRED)
                """)
            let error = await #expect(throws: PostgresError.self) {
                try await database.transaction { transaction in
                    if afterARun { try transaction.run("SELECT 1") }
                    try transaction.enqueue("INSERT INTO replies VALUES (5)")
                }
            }
            #expect(error?.constraintName == "a_reply_has_a_note")
            await #expect(throws: PostgresError.self) {
                try await database.run("INSERT INTO replies VALUES (5)")
            }
            let rows = try await database.run("SELECT count(*) AS n FROM replies")
            #expect(try rows[0].get("n") == 0)
        }
    }

    @Test func `two statements share a round trip, and the second sees what the first awaited`()
        async throws
    {
        try await withNotes { database in
            try await database.run("INSERT INTO notes VALUES (1, 'one')")
            let escaped = EscapedTransaction()
            let changed = try await database.whileLocked(
                "UPDATE notes SET text = 'changed' WHERE id = 1"
            ) {
                let both = Task {
                    try await database.transaction { transaction in
                        escaped.transaction = transaction
                        try transaction.enqueue("INSERT INTO notes VALUES (2, 'two')")
                        let found = try transaction.run([
                            "SELECT id FROM notes WHERE id = 1 FOR UPDATE",
                            "SELECT text FROM notes ORDER BY id",
                        ])
                        #expect(found.map(\.count) == [1, 2])
                        return try found[1].map { try $0.get("text", as: String.self) }
                    }
                }
                try await eventually("the second transaction waits for the lock") {
                    try await database.someoneWaits(for: "WHERE id = 1 FOR UPDATE")
                }
                return both
            }
            #expect(try await changed.value == ["changed", "two"])
            #expect(escaped.transaction?.roundTrips == 2)
            await #expect(throws: PostgresError.self) {
                try await database.transaction { transaction in
                    try transaction.enqueue("INSERT INTO notes VALUES (3, 'three')")
                    _ = try transaction.run(["SELECT 1 AS one", "SELECT 1 / 0 AS none"])
                }
            }
            #expect(try await texts(database) == ["changed", "two"])
        }
    }

    @Test func `queued statements beyond the memory limit are sent early`() async throws {
        try await withNotes { database in
            let escaped = EscapedTransaction()
            try await database.transaction { transaction in
                escaped.transaction = transaction
                for id in 0..<300 {
                    try transaction.enqueue("INSERT INTO notes VALUES (\(id), 'note')")
                }
            }
            #expect(try await texts(database).count == 300)
            #expect(escaped.transaction?.roundTrips == 3)
        }
    }

    @Test func `large values and answers pass through the pipeline`() async throws {
        try await withNotes { database in
            let long = String(repeating: "å", count: 500_000)
            let lengths = try await database.transaction { transaction in
                for id in 0..<20 {
                    try transaction.enqueue("INSERT INTO notes VALUES (\(id), \(long)) RETURNING *")
                }
                return try transaction.run("SELECT text FROM notes").map { try $0.text().count }
            }
            #expect(lengths == Array(repeating: 500_000, count: 20))
        }
    }

    @Test func `a statement reports how many rows it wrote`() async throws {
        try await withNotes { database in
            try await database.run(
                "INSERT INTO notes SELECT n, 'x' FROM generate_series(1, 5) AS n")
            #expect(try await database.count("DELETE FROM notes WHERE id <= \(2)") == 2)
            let changed = try await database.transaction {
                try $0.count("UPDATE notes SET text = 'y'")
            }
            #expect(changed == 3)
        }
    }

    @Test func `a transaction cannot be used after its end`() async {
        await #expect(processExitsWith: .failure) { [server = TestCluster.connection as String] in
            let escaped = EscapedTransaction()
            let database = Database(Database.Settings(server))
            try await database.transaction { escaped.transaction = $0 }
            guard let transaction = escaped.transaction else { return }
            try transaction.enqueue("SELECT 1")
        }
    }

    private func texts(_ database: Database) async throws -> [String] {
        try await database.run("SELECT text FROM notes ORDER BY text").map { try $0.text() }
    }
}
