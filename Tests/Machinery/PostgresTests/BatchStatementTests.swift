import TestSupport
import Testing

@testable import Postgres

/// Inputs that wait at the same moment run as one statement.
@Suite struct BatchStatementTests {
    @Test func `waiting inputs are one statement, and each gets its own rows`() async throws {
        try await one { database in
            let answers = try await waiting(numbers: 1...10, in: database)
            for (index, answer) in answers.enumerated() {
                let row = try #require(try answer.get().first)
                let text: String = try row.get("text")
                #expect(try answer.get().count == 1)
                #expect(text.hasPrefix("note \(index + 1) of 10 "))
            }
        }
    }

    @Test func `a refused input has no rows, and its neighbors have theirs`() async throws {
        try await one { database in
            try await database.run("INSERT INTO notes VALUES (3, 'was there')")
            let answers = try await waiting(numbers: 1...5, in: database)
            #expect(try answers.map { try $0.get().count } == [1, 1, 0, 1, 1])
        }
    }

    @Test func `a failing input fails alone`() async throws {
        let events = Events()
        try await one(events) { database in
            let answers = try await waiting(numbers: [1, 2, -1, 4], in: database)
            for (index, answer) in answers.enumerated() {
                if index == 2 {
                    #expect(throws: PostgresError.self) { try answer.get() }
                } else {
                    let text: String = try #require(try answer.get().first).get("text")
                    #expect(text.hasPrefix("note \([1, 2, -1, 4][index]) of 1 "))
                }
            }
            #expect(events.retries.count == 1)
            #expect(try await database.run("SELECT FROM notes").count == 3)
        }
    }

    @Test func `other statements share the batch's transaction`() async throws {
        try await one { database in
            let gate = BodyGate()
            let holder = Task { try await database.transaction { _ in gate.wait() } }
            try await eventually("the connection is busy") { database.status.busy == 1 }
            let first = Task { try await database.run(Note(number: 1)) }
            try await eventually("the statement is queued") { database.status.queued == 1 }
            let other = Task {
                try await database.run(
                    "SELECT pg_current_xact_id()::text AS text", groupCommit: .reading)
            }
            try await eventually("the statement is queued") { database.status.queued == 2 }
            let second = Task { try await database.run(Note(number: 2)) }
            try await eventually("the statement is queued") { database.status.queued == 3 }
            gate.open()
            try await holder.value
            let texts = [
                try await first.value[0].text(), try await second.value[0].text(),
                try await other.value[0].text(),
            ].map { $0.split(separator: " ").last! }
            #expect(Set(texts).count == 1)
        }
    }

    private func waiting(
        numbers: some Sequence<Int64>, in database: Database
    ) async throws -> [Result<[Row], any Error>] {
        try await PostgresTests.waiting(numbers, in: database) {
            try await database.run(Note(number: $0))
        }
    }
}

/// Writes a note unless its number is taken; one below zero fails.
private struct Note: BatchStatement {
    let number: Int64

    var groupCommit: GroupCommit { .locking(UInt64(bitPattern: number)) }

    static func statement(for notes: [Note]) -> Query {
        let numbers = notes.map(\.number)
        return """
            WITH given AS (
                SELECT place - 1 AS place, id FROM unnest(\(numbers)) WITH ORDINALITY AS g (id, place)),
            written AS (
                INSERT INTO notes (id, text)
                SELECT id, 'note ' || id || ' of ' || \(Int64(notes.count))::text || ' '
                    || sqrt(greatest(id, -1))::text || ' ' || pg_current_xact_id()::text
                FROM given ON CONFLICT DO NOTHING RETURNING id, text)
            SELECT place AS caller, text FROM written JOIN given USING (id)
            """
    }
}
