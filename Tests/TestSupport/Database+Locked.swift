import Dispatch
import Postgres

extension Database {
    /// Runs a statement, and commits after the body has run: until then its locks are held.
    package func whileLocked<Value>(
        _ statement: Query, _ body: () async throws -> Value
    ) async throws -> Value {
        let isLocked = Gate()
        let isOver = DispatchSemaphore(value: 0)
        let holding = Task {
            defer { isLocked.open() }
            try await transaction { transaction in
                _ = try transaction.run(statement)
                isLocked.open()
                // The thread belongs to the connection.
                isOver.wait()
            }
        }
        await isLocked.wait()
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        isOver.signal()
        try await holding.value
        return try result.get()
    }

    /// True if a statement in this database waits for a lock.
    ///
    /// - Parameter words: a part of the waiting statement.
    package func someoneWaits(for words: String) async throws -> Bool {
        try await !run(
            """
            SELECT true FROM pg_stat_activity WHERE datname = current_database()
                AND wait_event_type = 'Lock' AND query LIKE '%' || \(words) || '%'
            """
        ).isEmpty
    }
}
