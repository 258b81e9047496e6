import Postgres
import TestSupport
import Testing

@Suite struct DatabaseTests {
    @Test func `a statement binds and answers`() async throws {
        let database = try await TestDatabase.shared
        let rows = try await database.run("SELECT \(41) + 1 AS sum, \("å") || 'b' AS text")
        #expect(try rows[0].get("sum") == Int64(42))
        #expect(try rows[0].get("text") == "åb")
    }

    @Test func `a transaction keeps all or nothing`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            try await database.run("CREATE TABLE notes (id bigint PRIMARY KEY, text text)")
            try await database.transaction { transaction in
                try transaction.later("INSERT INTO notes VALUES (1, 'one')")
                try transaction.run("INSERT INTO notes VALUES (2, \("two"))")
                try transaction.later("INSERT INTO notes VALUES (3, 'three')")
            }
            await #expect(throws: PostgresError.self) {
                try await database.transaction { transaction in
                    try transaction.run("INSERT INTO notes VALUES (4, 'four')")
                    try transaction.later("INSERT INTO notes VALUES (1, 'again')")
                }
            }
            let rows = try await database.run("SELECT count(*) AS count FROM notes")
            #expect(try rows[0].get("count") == 3)
        }
    }
}
