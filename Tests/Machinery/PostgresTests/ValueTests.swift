import Postgres
import TestSupport
import Testing

/// Every type sent and read back, as a value of its own type and as text.
@Suite struct ValueTests {
    @Test func `an integer column is read back as the integer that was bound`() async throws {
        for value in [0, 1, -1, Int64.max, .min] {
            try await comesBack(value, as: "bigint")
            try await comesBack(Int(value), as: "bigint")
        }
        for value in [0, Int32.max, .min] { try await comesBack(value, as: "integer") }
    }

    @Test func `a smaller integer column is read as Int64, a larger one is refused`() async throws {
        let row = try await one(
            "SELECT 7::smallint AS small, 8::integer AS middle, 9::bigint AS big")
        #expect(try row.get("small") == Int64(7))
        #expect(try row.get("middle") == Int64(8))
        #expect(try row.get("small") == Int32(7))
        #expect(throws: PostgresError.column(name: "big", .type(found: 20, wanted: "Int32"))) {
            try row.get("big", as: Int32.self)
        }
    }

    @Test func `an integer fits a parameter of another type`() async throws {
        let row = try await one(
            "SELECT n FROM (SELECT \(12)::integer AS n) AS t WHERE n < \(1_000_000_000_000)")
        #expect(try row.get("n") == 12)
        let text: String = try await one("SELECT (\("12.50")::numeric * \(2))::text AS n").get("n")
        #expect(text == "25.00")
    }

    @Test(arguments: [0.0, -1.5, 1e300, .infinity, 5e-308])
    func `a double column is read back as the double that was bound`(value: Double) async throws {
        try await comesBack(value, as: "double precision")
    }

    @Test(arguments: [true, false])
    func `a boolean column is read back as the Bool that was bound`(value: Bool) async throws {
        try await comesBack(value, as: "boolean")
    }

    @Test(arguments: ["", "a", "å 🛒 ‘quoted’ \\ \" {,}", String(repeating: "x", count: 100_000)])
    func `a text column is read back as the String that was bound`(value: String) async throws {
        try await comesBack(value, as: "text")
        try await comesBack(value, as: "varchar")
    }

    @Test(arguments: [[], [0], Array(0...255), [UInt8](repeating: 0, count: 300_000)])
    func `a bytea column is read back as the bytes that were bound`(value: [UInt8]) async throws {
        try await comesBack(value, as: "bytea")
    }

    @Test func `a uuid column is read back as the identifier that was bound`() async throws {
        let value = RawUUID(high: 0x0193_1c2a_0000_7000, low: 0x8000_0000_0000_0001)
        try await comesBack(value, as: "uuid")
        let text: String = try await one("SELECT \(value)::text AS t").get("t")
        #expect(text == "01931c2a-0000-7000-8000-000000000001")
    }

    @Test(arguments: [
        (0, "1970-01-01 00:00:00+00"), (1, "1970-01-01 00:00:00.000001+00"),
        (-1, "1969-12-31 23:59:59.999999+00"), (946_684_800_000_000, "2000-01-01 00:00:00+00"),
        (1_732_197_789_250_000, "2024-11-21 14:03:09.25+00"), (Int64.max, "infinity"),
        (-62_135_596_800_000_001, "0001-12-31 23:59:59.999999+00 BC"), (Int64.min, "-infinity"),
    ])
    func `a timestamp column is read back as the instant that was bound`(
        microseconds: Int64, text: String
    ) async throws {
        let value = RawTimestamp(microseconds: microseconds)
        try await comesBack(value, as: "timestamptz")
        let found: String = try await one("SELECT \(value)::timestamptz::text AS t").get("t")
        #expect(found == text)
    }

    @Test(arguments: [(0, "1970-01-01"), (-1, "1969-12-31"), (19_783, "2024-03-01")])
    func `a date column is read back as the day that was bound`(days: Int32, text: String)
        async throws
    {
        try await comesBack(RawDate(days: days), as: "date")
        let found: String = try await one("SELECT \(RawDate(days: days))::text AS t").get("t")
        #expect(found == text)
    }

    @Test func `a jsonb column is read back as the document that was bound`() async throws {
        let document = RawJSON(Array(#"{"a": [1, "å"]}"#.utf8))
        try await comesBack(document, as: "json")
        try await comesBack(document, as: "jsonb")
        let row = try await one("SELECT \(document)::jsonb AS b")
        #expect(try row.get("b") == #"{"a": [1, "å"]}"#)
        #expect(try row.get("b") == document.bytes)
    }

    @Test func `an enum column is read back as the label that was bound`() async throws {
        try await TestDatabase.withFreshDatabase { database in
            try await database.run("CREATE TYPE state AS ENUM ('open', 'closed')")
            try await database.run("CREATE TABLE things (state state)")
            try await database.run("INSERT INTO things VALUES (\(State.closed)), (\("open"))")
            let rows = try await database.run("SELECT state FROM things ORDER BY state")
            #expect(try rows.map { try $0.get("state", as: State.self) } == [.open, .closed])
            let unknown = try await database.run("SELECT 'lost' AS state")
            #expect(throws: PostgresError.column(name: "state", .value)) {
                try unknown[0].get("state", as: State.self)
            }
        }
    }

    @Test func `an array column is read back as the array that was bound`() async throws {
        try await comesBack([Int64.max, 0, -1], as: "bigint[]")
        try await comesBack([] as [Int64], as: "bigint[]")
        try await comesBack([1, 2, 3] as [Int], as: "bigint[]")
        try await comesBack([1, -2] as [Int32], as: "integer[]")
        try await comesBack([true, false], as: "boolean[]")
        try await comesBack(["a", "", #"b" \ {,} NULL"#, "å"], as: "text[]")
        try await comesBack(["a", nil], as: "text[]")
        try await comesBack([nil, 5] as [Int64?], as: "bigint[]")
        try await comesBack([RawUUID(high: 1, low: 2), RawUUID(high: 3, low: .max)], as: "uuid[]")
        try await comesBack([RawTimestamp(microseconds: -5)], as: "timestamptz[]")
        try await comesBack([[1, 2], [], [0]] as [[UInt8]], as: "bytea[]")
    }

    @Test func `an array with a null is refused where none is expected`() async throws {
        let row = try await one("SELECT ARRAY['a', NULL] AS list, ARRAY[[1],[2]] AS square")
        #expect(throws: PostgresError.column(name: "list", .null)) {
            try row.get("list", as: [String].self)
        }
        #expect(throws: PostgresError.column(name: "square", .type(found: 1007, wanted: "array"))) {
            try row.get("square", as: [Int32].self)
        }
    }

    @Test func `a null column is read as nil`() async throws {
        let row = try await one("SELECT \(nil as Int64?) AS n, \(nil as String?)::text AS t")
        #expect(try row.get("n", as: Int64?.self) == nil)
        #expect(try row.get("t", as: String?.self) == nil)
        #expect(throws: PostgresError.column(name: "n", .null)) {
            try row.get("n", as: Int64.self)
        }
    }

    @Test func `a null integer needs no cast where no context gives its type`() async throws {
        let row = try await one("SELECT \(nil as Int64?) IS NULL AS it")
        #expect(try row.get("it") == true)
    }

    @Test func `one query text with values of other types is another prepared statement`()
        async throws
    {
        try await TestDatabase.configured { $0.connections = 1 }.withFreshDatabase { database in
            let days = RawDate(days: 0)
            let uuid = RawUUID(high: 0, low: 1)
            for _ in 0..<2 {
                let day = try await database.run("SELECT \(days)::text AS it")
                #expect(try day[0].get("it") == "1970-01-01")
                let identifier = try await database.run("SELECT \(uuid)::text AS it")
                #expect(try identifier[0].get("it") == "00000000-0000-0000-0000-000000000001")
                let nothing = try await database.run("SELECT \(Bind.null)::text AS it")
                #expect(try nothing[0].get("it", as: String?.self) == nil)
                let text = try await database.run("SELECT \("x")::text AS it")
                #expect(try text[0].get("it") == "x")
            }
            let prepared = try await database.run(
                "SELECT count(*) AS n FROM pg_prepared_statements WHERE statement LIKE '%AS it'")
            #expect(try prepared[0].get("n") == 3)
        }
    }

    @Test(arguments: [
        Bind.text("a\0b"), .json(Array("\"\0\"".utf8)), .texts(["fine", "\0"]),
    ])
    func `a text with U+0000 is refused before it is sent`(bind: Bind) async throws {
        let database = try await TestDatabase.shared
        let query: Query = "SELECT \(1), \(bind)"
        await #expect(throws: PostgresError.bind(index: 2, statement: "SELECT $1, $2")) {
            try await database.run(query)
        }
        await #expect(throws: PostgresError.bind(index: 2, statement: "SELECT $1, $2")) {
            try await database.transaction { try $0.enqueue(query) }
        }
    }

    @Test func `more values than the protocol allows are refused`() async throws {
        let database = try await TestDatabase.shared
        let list = Query.joined((0...Int64(65_535)).map { "\($0)" as Query }, separator: ",")
        await #expect(throws: PostgresError.bind(index: 65_536, statement: list.sql)) {
            try await database.run(list)
        }
    }

    @Test func `a column of another type or name is an error that names it`() async throws {
        let row = try await one("SELECT 'secret' AS word")
        let wrong = PostgresError.column(name: "word", .type(found: 25, wanted: "Int64"))
        #expect(throws: wrong) { try row.get("word", as: Int64.self) }
        #expect(throws: PostgresError.column(name: "words", .missing)) {
            try row.get("words", as: String.self)
        }
        #expect(throws: PostgresError.column(name: "1", .missing)) {
            try row.get(at: 1, as: String.self)
        }
        #expect(!String(reflecting: wrong).contains("secret"))
    }

    private func comesBack<Value: Bindable & Column & Equatable>(_ value: Value, as type: String)
        async throws
    {
        let row = try await one("SELECT \(value)::\(raw: type) AS value")
        #expect(try row.get("value") == value)
    }

    private func one(_ query: Query) async throws -> Row {
        try #require(try await TestDatabase.shared.run(query).first)
    }

    enum State: String, Bindable, Column { case open, closed }
}
