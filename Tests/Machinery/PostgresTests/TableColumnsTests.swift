import TestSupport
import Testing

@testable import Postgres

/// Statements made from a list of columns.
@Suite struct TableColumnsTests {
    private struct Item: Hashable {
        var number: Int64
        var name: String?
        var bytes: [UInt8]?
        var document: [UInt8]
        var tags: [String] = []
        var numbers: [Int64] = []
        var uuids: [RawUUID] = []
    }

    private static let columns = TableColumns<Item>(
        of: "items",
        [
            .key("number") { $0.number }, TableColumn("name") { $0.name },
            TableColumn("bytes") { $0.bytes.map(RawBytes.init) },
            TableColumn("document") { RawJSON($0.document) },
            TableColumn("tags", as: "text[]") { ArrayLiteral($0.tags) },
            TableColumn("numbers", as: "bigint[]") { ArrayLiteral($0.numbers) },
            TableColumn("uuids", as: "uuid[]") { ArrayLiteral($0.uuids) },
        ])

    private static let items = [
        Item(
            number: 1, name: "Zoë", bytes: [0, 255], document: Array(#"{"a": [1]}"#.utf8),
            tags: [#"a "b" \c, {d}"#, "", "NULL"], numbers: [.min, 0, .max],
            uuids: [RawUUID(high: 1, low: .max), RawUUID(high: 0x0123_4567_89AB_CDEF, low: 0)]),
        Item(number: 2, document: Array("null".utf8)),
    ]

    @Test func `many rows are inserted and changed by one statement each`() async throws {
        try await onItems { database in
            try await database.run(Self.columns.insert(Self.items))
            #expect(try await stored(in: database) == Self.items)
            let changed = Self.items.map {
                Item(
                    number: $0.number, name: $0.name == nil ? "new" : nil, bytes: [7],
                    document: Array("[]".utf8), tags: ["x"], numbers: [3], uuids: [])
            }
            try await database.run(Self.columns.update(changed))
            #expect(try await stored(in: database) == changed)
        }
    }

    @Test func `one row is inserted and changed like many`() async throws {
        try await onItems { database in
            for item in Self.items { try await database.run(Self.columns.insert([item])) }
            #expect(try await stored(in: database) == Self.items)
            var changed = Self.items[0]
            changed.bytes = nil
            changed.tags = []
            try await database.run(Self.columns.update([changed]))
            #expect(try await stored(in: database) == [changed, Self.items[1]])
            let other = Self.items[0]
            for (source, expected): (Query, Item) in [
                ("(SELECT 0 AS caller)", changed), ("(SELECT 1 AS caller)", other),
            ] {
                try await database.run(Self.columns.update([other], callers: [1], of: source))
                #expect(try await stored(in: database)[0] == expected)
            }
        }
    }

    @Test func `only the rows of the callers of a source are written`() async throws {
        try await onItems { database in
            let source: Query = "(SELECT 1 AS caller)"
            try await database.run(
                Self.columns.insert(Self.items, callers: [0, 1], of: source))
            #expect(try await stored(in: database) == [Self.items[1]])
            try await database.run(Self.columns.insert([Self.items[0]]))
            let changed = Self.items.map {
                var item = $0
                item.name = "changed"
                return item
            }
            try await database.run(
                Self.columns.update(changed, callers: [0, 1], of: source))
            #expect(try await stored(in: database).map(\.name) == ["Zoë", "changed"])
        }
    }

    @Test func `an update returns the callers whose rows met its condition`() async throws {
        struct Write {
            let item: Item
            let expected: String?
        }
        let columns = Self.columns.part(
            of: Write.self, { $0.item }, conditions: [TableColumn("expected") { $0.expected }])
        try await onItems { database in
            try await database.run(Self.columns.insert(Self.items))
            for expected: [String?] in [["Zoë", "Bob"], ["Bob", "Zoë"], [nil, nil]] {
                let writes = zip(Self.items, expected).map(Write.init)
                let rows = try await database.run(
                    columns.update(
                        callers: writes, where: "t.name = g.expected", returning: "t.number"))
                let callers = try rows.map { try $0.get("caller", as: Int64.self) }
                #expect(callers == (expected[0] == "Zoë" ? [0] : []))
            }
        }
    }

    private func onItems(_ body: (Database) async throws -> Void) async throws {
        try await TestDatabase.configured { _ in }.withFreshDatabase { database in
            try await database.run(
                """
                CREATE TABLE items (number bigint PRIMARY KEY, name text, bytes bytea,
                    document json, tags text[], numbers bigint[], uuids uuid[])
                """)
            try await body(database)
        }
    }

    private func stored(in database: Database) async throws -> [Item] {
        try await database.run("SELECT * FROM items ORDER BY number").map { row in
            Item(
                number: try row.get("number"), name: try row.get("name"),
                bytes: try row.get("bytes"), document: try row.get("document"),
                tags: try row.get("tags"), numbers: try row.get("numbers"),
                uuids: try row.get("uuids"))
        }
    }
}
