import Postgres
import TestSupport
import Testing

@Suite struct ErrorTests {
    @Test(
        arguments: [
            ("INSERT INTO cards VALUES (1, '4111', 5)", "cards_are_numbered_once", .unique),
            ("INSERT INTO cards VALUES (2, '4111', 5)", "a_card_is_known_once", .unique),
            ("INSERT INTO cards VALUES (2, '4222', 0)", "a_limit_is_positive", .check),
            ("INSERT INTO cards VALUES (2, NULL, 5)", "cards.number", .notNull),
            ("INSERT INTO uses VALUES (4333)", "a_use_has_a_card", .foreignKey),
            ("INSERT INTO uses VALUES (1), (1)", "a_card_is_used_once", .exclusion),
            ("DELETE FROM cards WHERE id = 4111; ", "a_use_has_a_card", .foreignKey),
        ] as [(String, String, PostgresError.ConstraintKind)])
    func `an error names the violated constraint`(
        sql: String, name: String, kind: PostgresError.ConstraintKind
    ) async throws {
        try await withCards { database in
            if kind == .foreignKey { try await database.run("INSERT INTO uses VALUES (4111)") }
            let error = await #expect(throws: PostgresError.self) {
                try await database.run(Query(raw: sql))
            }
            #expect(error == .constraint(name: name, kind: kind, statement: sql))
            #expect(error?.constraintName == name)
        }
    }

    /// The server's DETAIL and some of its messages quote values.
    @Test func `a database error contains no value`() async throws {
        let secret = "4111-secret"
        let queries: [Query] = [
            "INSERT INTO cards VALUES (\(9), \(secret), 5), (\(10), \(secret), 5)",
            "INSERT INTO cards VALUES (\(9), \(secret), 0)",
            "INSERT INTO cards VALUES (\(9), \(secret), \(nil as Int64?))",
            "SELECT \(secret)::text::integer",
            "SELECT \(secret)::text::timestamptz",
            "SELECT \(secret)::text::jsonb",
            "SELECT \(secret)::text::state",
            "SELECT complain(\(secret))",
            "SELECT \(secret)::varchar(5)::integer",
            "SELECT \(secret) FROM nothing",
        ]
        try await withCards { database in
            for query in queries {
                let error = await #expect(throws: PostgresError.self) {
                    try await database.run(query)
                }
                let found = try #require(error)
                var dumped = ""
                dump(found, to: &dumped)
                for text in [found.description, String(reflecting: found), dumped] {
                    #expect(!text.contains("4111"), "\(query)")
                }
            }
        }
    }

    @Test func `an error has a safe description and more detail for the log`() async throws {
        let error = await #expect(throws: PostgresError.self) {
            try await TestDatabase.shared.run("SELECT nothing FROM pg_class")
        }
        let found = try #require(error)
        #expect(found.description == "the database rejected a statement (42703)")
        #expect(
            String(reflecting: found) == """
                the database rejected a statement (42703): column "nothing" does not exist: \
                SELECT nothing FROM pg_class
                """)
    }

    @Test func `a read-only server counts as lost`() async throws {
        try await TestDatabase.configured { $0.connections = 1 }.withNotes { database in
            let error = await #expect(throws: PostgresError.self) {
                try await database.transaction { transaction in
                    try transaction.run("SET TRANSACTION READ ONLY")
                    try transaction.run("INSERT INTO notes VALUES (1, 'one')")
                }
            }
            #expect(error?.isUnavailable == true)
            try await database.run("INSERT INTO notes VALUES (1, 'one')")
        }
    }

    private func withCards(_ body: (Database) async throws -> Void) async throws {
        try await TestDatabase.withFreshDatabase { database in
            let schema: [Query] = [
                "CREATE TYPE state AS ENUM ('open')",
                """
                CREATE TABLE cards (
                    id bigint CONSTRAINT cards_are_numbered_once PRIMARY KEY,
                    number text NOT NULL CONSTRAINT a_card_is_known_once UNIQUE,
                    "limit" bigint NOT NULL CONSTRAINT a_limit_is_positive CHECK ("limit" > 0))
                """,
                """
                CREATE TABLE uses (
                    card bigint CONSTRAINT a_use_has_a_card REFERENCES cards,
                    CONSTRAINT a_card_is_used_once EXCLUDE USING btree (card WITH =))
                """,
                """
                CREATE FUNCTION complain(value text) RETURNS text LANGUAGE plpgsql AS
                $$ BEGIN RAISE EXCEPTION 'bad %', value; END $$
                """,
                "INSERT INTO cards VALUES (1, '4111', 5), (4111, '4444', 5)",
            ]
            for query in schema { try await database.run(query) }
            try await body(database)
        }
    }
}
