import TestSupport
import Testing

@testable import Postgres

/// Group commit: statements that wait for a connection at the same time share one commit.
@Suite struct GroupCommitTests {
    @Test func `waiting statements share a transaction, each gets its own rows`() async throws {
        try await one { database in
            let rows = try await waiting(in: database) { number in
                (
                    """
                    INSERT INTO notes VALUES (\(number), \("note \(number)"))
                    RETURNING text || ' ' || pg_current_xact_id()::text AS text
                    """, .locking(UInt64(number))
                )
            }
            let texts = try rows.map { try $0.get().first!.text().split(separator: " ") }
            #expect(texts.map { $0[1] } == (1...10).map { "\($0)" })
            #expect(Set(texts.map { $0[2] }).count == 1)
        }
    }

    @Test func `more statements than fit in a round trip use several round trips`() async throws {
        try await one { database in
            let rows = try await waiting(3 * StatementBatch.max, in: database) { _ in
                ("SELECT pg_current_xact_id()::text AS text", .reading)
            }
            let transactions = try rows.map { try $0.get().first!.text() }
            let sizes = Dictionary(grouping: transactions) { $0 }.values.map(\.count)
            #expect(sizes == Array(repeating: StatementBatch.max, count: 3))
        }
    }

    @Test func `a failing statement fails alone`() async throws {
        let events = Events()
        try await one(events) { database in
            try await database.run("INSERT INTO notes VALUES (3, 'was there')")
            let rows = try await waiting(in: database) { number in
                ("INSERT INTO notes VALUES (\(number), 'new')", .locking(UInt64(number)))
            }
            for (index, result) in rows.enumerated() {
                if index == 2 {
                    #expect(throws: PostgresError.self) { try result.get() }
                } else {
                    #expect(try result.get().isEmpty)
                }
            }
            #expect(try await database.run("SELECT FROM notes").count == 10)
            #expect(events.retries == ["23505"])
        }
    }

    /// Without a common order each round trip would hold a lock that the other needs.
    @Test func `two commits that lock the same rows do not wait for each other`() async throws {
        let events = Events()
        try await TestDatabase.configured {
            $0.connections = 2
            $0.poolWaitMilliseconds = 60_000
            $0.notify = events.note
        }.withNotes { database in
            try await database.run("INSERT INTO notes SELECT g, '' FROM generate_series(1, 2) g")
            let update = { (number: Int) -> (Query, GroupCommit) in
                // Slow enough that both round trips run at once.
                (
                    "UPDATE notes SET text = pg_sleep(0.1)::text WHERE id = \(number)",
                    .locking(UInt64(number))
                )
            }
            let order = [1, 2] + Array(repeating: 0, count: StatementBatch.max - 2) + [2, 1]
            let rows = try await waiting(order.count, slots: 2, in: database) {
                let number = order[$0 - 1]
                return number == 0 ? ("SELECT", .reading) : update(number)
            }
            for result in rows { #expect(throws: Never.self) { try result.get() } }
            #expect(events.retries.isEmpty)
        }
    }

    /// Once after a pause, so that the pool checks the session before it sends, and once without a
    /// pause.
    @Test(arguments: [25, 0])
    func `the statements of a session that has ended run in another session`(
        pause milliseconds: Int
    ) async throws {
        try await one { database in
            let session: Int32 = try await database.run("SELECT pg_backend_pid() AS pid")[0]
                .get("pid")
            let rows = try await waiting(in: database, pause: .milliseconds(milliseconds)) {
                try await TestDatabase.shared.run("SELECT pg_terminate_backend(\(session), 5000)")
            } statement: { number in
                ("INSERT INTO notes VALUES (\(number), 'new')", .locking(UInt64(number)))
            }
            for result in rows { #expect(throws: Never.self) { try result.get() } }
            #expect(try await database.run("SELECT FROM notes").count == 10)
        }
    }

    @Test func `a statement that waits for a lock does not delay its neighbors`() async throws {
        let events = Events()
        try await TestDatabase.configured {
            $0.connections = 8
            $0.notify = events.note
        }.withNotes { database in
            try await database.run("INSERT INTO notes SELECT g, '' FROM generate_series(1, 40) g")
            var tasks: [Task<Int, any Error>] = []
            try await holding("SELECT FROM notes WHERE id = 20 FOR UPDATE", in: database) {
                for number in 1...40 {
                    tasks.append(
                        Task {
                            try await database.count(
                                "UPDATE notes SET text = 'new' WHERE id = \(number)",
                                groupCommit: .locking(UInt64(number)))
                        })
                }
                for (index, task) in tasks.enumerated() where index != 19 {
                    #expect(try await task.value == 1)
                }
                // Longer than the lock timeout of a shared round trip, but shorter than that of a
                // single statement.
                try await Task.sleep(for: .milliseconds(300))
            }
            #expect(try await tasks[19].value == 1)
            #expect(events.retries.isEmpty)
        }
    }

    /// In a small pool all share the few connections, so a statement cannot move to another one.
    @Test func `a lock timeout fails one statement alone in a small pool`() async throws {
        try await TestDatabase.configured {
            $0.connections = 2
            $0.lockTimeoutMilliseconds = 200
        }.withNotes { database in
            try await database.run("INSERT INTO notes SELECT g, '' FROM generate_series(1, 12) g")
            var tasks: [Task<Int, any Error>] = []
            try await holding("SELECT FROM notes WHERE id = 6 FOR UPDATE", in: database) {
                for number in 1...12 {
                    tasks.append(
                        Task {
                            try await database.count(
                                "UPDATE notes SET text = 'new' WHERE id = \(number)",
                                groupCommit: .locking(UInt64(number)))
                        })
                }
                for (index, task) in tasks.enumerated() {
                    let result = await task.result
                    if index == 5 {
                        #expect(throws: PostgresError.self) { try result.get() }
                    } else {
                        let count = try result.get()
                        #expect(count == 1)
                    }
                }
            }
        }
    }

    @Test func `a name has the same lock order on every server`() {
        #expect(GroupCommit.locking("a") == .locking(0xAF63_DC4C_8601_EC8C))
        #expect(
            GroupCommit.locking("a") < GroupCommit.locking("b")
                || GroupCommit.locking("b") < .locking("a"))
    }

    /// Runs statements 1, 2, … that were all submitted in this order while a transaction held every
    /// connection.
    private func waiting(
        _ count: Int = 10, slots: Int = 1, in database: Database,
        pause: Duration = .zero, meanwhile: () async throws -> Void = {},
        statement: (Int) -> (Query, GroupCommit)
    ) async throws -> [Result<[Row], any Error>] {
        let statements = (1...count).map(statement)
        return try await PostgresTests.waiting(
            1...Int64(count), connections: slots, in: database, pause: pause, meanwhile: meanwhile
        ) { number in
            let (query, groupCommit) = statements[Int(number) - 1]
            return try await database.run(query, groupCommit: groupCommit)
        }
    }
}
