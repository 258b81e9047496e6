import TestSupport
import Testing

@testable import Postgres

@Suite struct RetryTests {
    @Test func `a deadlock runs one of its two transactions again, and both succeed`() async throws
    {
        let events = Events()
        try await TestDatabase.configured {
            $0.parameters["deadlock_timeout"] = "20ms"
            $0.notify = events.note
        }.withNotes { database in
            try await database.run("INSERT INTO notes VALUES (1, ''), (2, '')")
            let meeting = Meeting()
            @Sendable func write(_ text: String, first: Int, second: Int) async throws {
                try await database.transaction { transaction in
                    try transaction.run(
                        "UPDATE notes SET text = text || \(text) WHERE id = \(first)")
                    meeting.arrive()
                    try transaction.run(
                        "UPDATE notes SET text = text || \(text) WHERE id = \(second)")
                }
            }
            async let one: Void = write("a", first: 1, second: 2)
            async let two: Void = write("b", first: 2, second: 1)
            _ = try await (one, two)
            let rows = try await database.run("SELECT text FROM notes")
            #expect(try rows.map { try Set($0.text()) } == [["a", "b"], ["a", "b"]])
            #expect(Set(events.retries) == ["40P01"])
        }
    }

    @Test func `a transaction runs again after a serialization failure`() async throws {
        let events = Events()
        try await TestDatabase.configured { $0.notify = events.note }.withNotes { database in
            try await database.run("INSERT INTO notes VALUES (1, '')")
            let meeting = Meeting()
            @Sendable func append(_ text: String) async throws {
                try await database.transaction { transaction in
                    try transaction.enqueue("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                    let before = try transaction.run("SELECT text FROM notes")[0].text()
                    meeting.arrive()
                    try transaction.enqueue("UPDATE notes SET text = \(before + text)")
                }
            }
            async let one: Void = append("a")
            async let two: Void = append("b")
            _ = try await (one, two)
            let text = try await database.run("SELECT text FROM notes")[0].text()
            #expect(Set(text) == ["a", "b"])
            #expect(Set(events.retries) == ["40001"])
        }
    }

    @Test(arguments: [1, 2, 3, 4])
    func `a serialization failure is retried at most three times`(collisions: Int) async throws {
        let events = Events()
        try await TestDatabase.configured {
            $0.connections = 1
            $0.notify = events.note
        }.withNotes { database in
            // A sequence counts through rollbacks.
            try await database.run("CREATE SEQUENCE tries")
            try await database.run(
                """
                CREATE FUNCTION collide() RETURNS bigint LANGUAGE plpgsql AS $$
                BEGIN
                    IF nextval('tries') <= \(raw: String(collisions)) THEN
                        RAISE EXCEPTION 'a value' USING ERRCODE = '40001';
                    END IF;
                    RETURN 1;
                END $$
                """)
            func expectation(_ work: () async throws -> Void) async throws {
                if collisions <= 3 {
                    try await work()
                } else {
                    await #expect(
                        throws: PostgresError.server(
                            sqlstate: "40001", message: "a value",
                            statement: "INSERT INTO notes SELECT collide(), 'x'")
                    ) { try await work() }
                }
                let tries = try await database.run("SELECT last_value AS n FROM tries")
                #expect(try tries[0].get("n") == min(collisions + 1, 4))
                #expect(events.retries.count == min(collisions, 3))
                events.forget()
                try await database.run("ALTER SEQUENCE tries RESTART")
                try await database.run("TRUNCATE notes")
            }
            try await expectation {
                try await database.run("INSERT INTO notes SELECT collide(), 'x'")
            }
            try await expectation {
                try await database.transaction {
                    try $0.enqueue("INSERT INTO notes SELECT collide(), 'x'")
                }
            }
        }
    }

    @Test func `the pauses between retries grow and have jitter`() {
        for (retry, range) in [(1, 1000..<2000), (2, 2000..<4000), (3, 4000..<8000)]
            as [(Int, Range<UInt32>)]
        {
            for chance in [0, 1, 999, 1000, 123_456_789, UInt64.max] {
                #expect(range.contains(Retry.pauseMicroseconds(before: retry, chance: chance)))
            }
        }
        #expect(
            Retry.pauseMicroseconds(before: 1, chance: 0)
                != Retry.pauseMicroseconds(before: 1, chance: 7))
    }

    @Test func `a table that changes under a prepared statement causes no failure`() async throws {
        try await TestDatabase.configured { $0.connections = 1 }.withNotes { database in
            try await database.run("INSERT INTO notes VALUES (1, 'one')")
            let query: Query = "SELECT * FROM notes"
            for _ in 0..<3 { try await database.run(query) }
            try await database.run("ALTER TABLE notes ADD COLUMN more bigint DEFAULT 5")
            #expect(try await database.run(query)[0].get("more") == 5)
            try await database.run("ALTER TABLE notes DROP COLUMN more")
            let text = try await database.transaction { try $0.run(query)[0].text() }
            #expect(text == "one")
            try await database.run("DEALLOCATE ALL")
            #expect(try await database.run(query)[0].text() == "one")
        }
    }
}
