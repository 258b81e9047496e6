import TestSupport
import Testing

@testable import Postgres

@Suite struct LimitTests {
    @Test func `a statement beyond its time limit is canceled`() async throws {
        // On a busy machine each short statement needs a part of the limit, too.
        try await TestDatabase.configured { $0.statementTimeoutMilliseconds = 1_000 }.withNotes {
            database in
            await #expect(throws: PostgresError.statementTimeout(statement: "SELECT pg_sleep(30)"))
            {
                try await database.run("SELECT pg_sleep(30)")
            }
            // The limit applies to each statement, not to the round trip.
            try await database.transaction { transaction in
                for _ in 0..<4 { try transaction.enqueue("SELECT pg_sleep(0.3)") }
            }
        }
    }

    @Test func `a wait for a lock has a limit`() async throws {
        try await TestDatabase.configured { $0.lockTimeoutMilliseconds = 200 }.withNotes {
            database in
            try await database.run("INSERT INTO notes VALUES (1, 'one')")
            let query: Query = "SELECT id FROM notes WHERE id = \(1) FOR UPDATE"
            try await holding(query, in: database) {
                await #expect(throws: PostgresError.lockTimeout(statement: query.sql)) {
                    try await database.run(query)
                }
                await #expect(throws: PostgresError.lockTimeout(statement: query.sql + " NOWAIT")) {
                    try await database.transaction { try $0.run("\(query) NOWAIT") }
                }
            }
        }
    }

    @Test func `the server ends an idle transaction`() async throws {
        try await TestDatabase.configured { $0.idleInTransactionTimeoutMilliseconds = 99 }.withNotes
        { database in
            let gate = BodyGate()
            let idle = Task {
                try await database.transaction { transaction in
                    try transaction.run("INSERT INTO notes VALUES (1, 'one')")
                    gate.wait()
                    try transaction.run("INSERT INTO notes VALUES (2, 'two')")
                }
            }
            try await eventually("the transaction is idle") { gate.isReached }
            try await eventually("the server ends the session") {
                try await database.run(
                    """
                    SELECT FROM pg_stat_activity
                    WHERE datname = current_database() AND state = 'idle in transaction'
                    """
                ).isEmpty
            }
            gate.open()
            let error = await #expect(throws: PostgresError.self) { try await idle.value }
            #expect(error?.isUnavailable == true)
            #expect(try await database.run("SELECT FROM notes").isEmpty)
        }
    }

    @Test func `a request waits for a connection for a limited time`() async throws {
        try await TestDatabase.configured {
            $0.connections = 1
            // Long enough for the last request on a busy machine.
            $0.poolWaitMilliseconds = 1_000
        }.withNotes { database in
            try await holding("SELECT 1", in: database) {
                await #expect(throws: PostgresError.poolWait) { try await database.run("SELECT 2") }
                await #expect(throws: PostgresError.poolWait) { try await database.run("SELECT 3") }
            }
            try await database.run("SELECT 4")
        }
    }

    @Test func `a request is refused at once when the queue is full`() async throws {
        try await TestDatabase.configured {
            $0.connections = 1
            $0.queueMax = 1
            $0.poolWaitMilliseconds = 60_000
        }.withNotes { database in
            let gate = BodyGate()
            async let first: Void = database.transaction { _ in gate.wait() }
            try await eventually("one statement runs") { gate.isReached }
            async let second = database.run("SELECT 2 AS n")
            try await eventually("one statement waits") { database.status.queued == 1 }
            await #expect(throws: PostgresError.poolWait) { try await database.run("SELECT 3") }
            gate.open()
            try await first
            #expect(try await second[0].get("n") == Int32(2))
        }
    }

    @Test func `many more requests than connections are all answered`() async throws {
        try await TestDatabase.configured { $0.connections = 4 }.withNotes { database in
            let sum = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 1...500 {
                    group.addTask {
                        if number % 2 == 0 {
                            return try await database.run("SELECT \(number) AS n")[0].get("n")
                        }
                        return try await database.transaction {
                            try $0.run("SELECT \(number) AS n")[0].get("n")
                        }
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(sum == 500 * 501 / 2)
        }
    }

    @Test func `a connection keeps a limited number of prepared statements`() async throws {
        try await TestDatabase.configured {
            $0.connections = 1
            $0.preparedMax = 8
        }.withNotes { database in
            let names: Query = "SELECT count(*) AS n FROM pg_prepared_statements"
            for number in 0..<50 {
                let literal = String(number)
                let rows = try await database.run("SELECT \(raw: literal) AS n")
                #expect(try rows[0].get("n") == Int32(number))
                #expect(try await database.run(names)[0].get("n", as: Int.self) <= 9)
            }
            // A transaction that fails leaves no more of them.
            for number in 50..<80 {
                let literal = String(number)
                _ = try? await database.transaction { transaction in
                    try transaction.enqueue("SELECT \(raw: literal)")
                    try transaction.enqueue("SELECT 1 / 0")
                    try transaction.enqueue("SELECT \(raw: literal) + 1")
                }
            }
            #expect(try await database.run(names)[0].get("n", as: Int.self) <= 9)
        }
    }

    @Test func `closing waits for running work and refuses new work`() async throws {
        try await TestDatabase.withFreshSettings { settings in
            let database = Database(settings)
            let gate = BodyGate()
            async let running = database.transaction { transaction in
                gate.wait()
                return try transaction.run("SELECT 7 AS n")[0].get("n", as: Int32.self)
            }
            try await eventually("the statement runs") { gate.isReached }
            async let closing: Void = database.close()
            try await eventually("the database refuses statements") {
                do {
                    try await database.run("SELECT 1")
                    return false
                } catch PostgresError.unavailable {
                    return true
                }
            }
            gate.open()
            #expect(try await running == 7)
            await closing
            #expect(database.status == Database.Status(idle: 0, busy: 0, down: 0, queued: 0))
            await database.close()
        }
    }
}
