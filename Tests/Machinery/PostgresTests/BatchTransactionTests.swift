import TestSupport
import Testing

@testable import Postgres

/// Inputs that wait at the same moment lock, decide and write in one transaction.
@Suite struct BatchTransactionTests {
    @Test func `waiting inputs share a transaction, and each gets its own answer`() async throws {
        try await one { database in
            try await database.run("INSERT INTO notes SELECT g, '0' FROM generate_series(1, 5) g")
            let answers = try await waiting([1, 2, 3, 4, 5], in: database) {
                try await database.run(Step(number: $0))
            }
            #expect(try answers.map { try $0.get() } == ["1: 0", "2: 0", "3: 0", "4: 0", "5: 0"])
            let rows = try await database.run(
                "SELECT DISTINCT text, xmin::text FROM notes ORDER BY text")
            #expect(try rows.map { try $0.text() } == ["1"])
        }
    }

    @Test func `an input that throws fails alone, and the others are written`() async throws {
        let events = Events()
        try await one(events) { database in
            try await database.run("INSERT INTO notes VALUES (1, '0'), (2, 'stop'), (3, '0')")
            let answers = try await waiting([1, 2, 3], in: database) {
                try await database.run(Step(number: $0))
            }
            #expect(throws: Stopped.self) { try answers[1].get() }
            #expect(try answers[2].get() == "3: 0")
            #expect(try await texts(in: database) == ["1", "stop", "1"])
            #expect(events.retries.isEmpty)
        }
    }

    @Test func `an input whose write fails has no effect, and the others are written alone`()
        async throws
    {
        let events = Events()
        try await one(events) { database in
            try await database.run("INSERT INTO notes VALUES (1, '0'), (2, 'broken'), (3, '0')")
            let answers = try await waiting([1, 2, 3], in: database) {
                try await database.run(Step(number: $0))
            }
            #expect(throws: PostgresError.self) { try answers[1].get() }
            #expect(try [answers[0], answers[2]].map { try $0.get() } == ["1: 0", "3: 0"])
            #expect(try await texts(in: database) == ["1", "broken", "1"])
            #expect(events.retries.count == 1)
        }
    }

    @Test func `a statement in the same round trip is in the same transaction`() async throws {
        try await one { database in
            try await database.run("INSERT INTO notes VALUES (1, '0'), (2, '0')")
            let answers = try await waiting([1, 0, 2], in: database) { number in
                guard number == 0 else { return try await database.run(Step(number: number)) }
                return try await database.run(
                    "SELECT pg_current_xact_id()::text AS text", groupCommit: .reading
                )[0].text()
            }
            let rows = try await database.run("SELECT DISTINCT xmin::text AS text FROM notes")
            #expect(try rows.map { try $0.text() } == [try answers[1].get()])
        }
    }

    @Test func `a statement in the same round trip does not change a row that was read`()
        async throws
    {
        try await one { database in
            try await database.run("INSERT INTO notes VALUES (1, '0')")
            let version = try await database.run("SELECT xmin::text AS text FROM notes")[0].text()
            let answers = try await waiting([0, 1], in: database) { number in
                guard number == 0 else { return try await database.run(Step(number: number)) }
                let changed = try await database.run(
                    """
                    UPDATE notes SET text = 'other' WHERE id = 1 AND xmin = \(version)::xid
                    RETURNING text
                    """, groupCommit: .locking(1 as UInt64))
                return "\(changed.count) changed"
            }
            #expect(try answers.map { try $0.get() } == ["0 changed", "1: 0"])
            #expect(try await texts(in: database) == ["1"])
        }
    }

    @Test func `64 concurrent inputs on one row count one by one`() async throws {
        try await withNotes { database in
            try await database.run("INSERT INTO notes VALUES (1, '0')")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<64 {
                    group.addTask { _ = try await database.run(Step(number: 1)) }
                }
                try await group.waitForAll()
            }
            #expect(try await texts(in: database) == ["64"])
        }
    }

    private func texts(in database: Database) async throws -> [String] {
        try await database.run("SELECT text FROM notes ORDER BY id").map { try $0.text() }
    }
}

private struct Stopped: Error {}

/// Locks a note and adds one to its number.
private struct Step: BatchTransaction {
    let number: Int64

    var groupCommit: GroupCommit { .locking(UInt64(bitPattern: number)) }

    static func reads(for steps: [Step]) -> [Query] {
        [
            """
            SELECT id, text FROM notes WHERE id = ANY (\(steps.map(\.number)))
            ORDER BY id FOR UPDATE
            """
        ]
    }

    static func decide(_ steps: [Step], _ rows: [[Row]]) -> BatchDecision<String> {
        var texts: [Int64: String] = [:]
        for row in rows[0] {
            guard let id = try? row.get("id", as: Int64.self) else { continue }
            texts[id] = try? row.text()
        }
        var changed: [Int64: String] = [:]
        let answers = steps.map { step in
            Result {
                let text = texts[step.number] ?? ""
                if text == "stop" { throw Stopped() }
                texts[step.number] = Int64(text).map { String($0 + 1) } ?? text
                changed[step.number] = texts[step.number]
                return "\(step.number): \(text)"
            }
        }
        return BatchDecision(
            answers,
            writes: [
                """
                UPDATE notes n SET text =
                    CASE g.text WHEN 'broken' THEN (1 / (n.id - n.id))::text ELSE g.text END
                FROM unnest(\(Array(changed.keys)), \(Array(changed.values))) AS g (id, text)
                WHERE n.id = g.id
                """
            ])
    }
}
