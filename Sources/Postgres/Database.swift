/// The way to Postgres: a pool of connections, each with a thread that runs transaction bodies.
package final class Database: Sendable {
    private let pool: Pool

    /// Connects in the background: the first requests wait for it as for any connection.
    package init(_ settings: Settings) {
        pool = Pool(settings)
        pool.start()
    }

    deinit { pool.close() }

    /// Runs one statement as its own transaction: one round trip, the hot path.
    ///
    /// Throws `PostgresError`. A serialisation failure or deadlock is tried again, three times at most.
    @discardableResult
    package func run(_ query: Query) async throws -> [Row] { try await rows(query).list }

    /// Runs one statement and gives how many rows it wrote, or found.
    @discardableResult
    package func count(_ query: Query) async throws -> Int { try await rows(query).affected }

    private func rows(_ query: Query) async throws -> Rows {
        try query.check()
        return try await handedOver { waiting in
            pool.submit(StatementWork(query, at: monotonicMicroseconds(), waiting))
        }
    }

    /// Runs a body of statements that are kept together or not at all.
    ///
    /// The body runs on a connection's thread and cannot await, so nothing foreign happens under a
    /// lock. It runs again, up to three times, after a serialisation failure or a deadlock, and must
    /// leave nothing outside the transaction. What it throws rolls back and reaches the caller.
    package func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await handedOver { waiting in
            pool.submit(TransactionWork(at: monotonicMicroseconds(), waiting, body))
        }
    }

    /// Refuses new work, finishes what waits and runs, and ends the connections.
    package func close() async {
        pool.close()
        await pool.ended()
    }

    /// The pool at this moment, for readiness and metrics.
    package var status: Status { pool.status }

    package struct Status: Sendable, Equatable {
        package var idle: Int
        package var busy: Int
        package var down: Int
        package var queued: Int
    }
}

extension Database {
    /// Connects once and says why it cannot: `unavailable` or `serverTooOld`, each one clear line.
    package static func check(_ settings: Settings) async throws(PostgresError) {
        try await onOwnThread("postgres check") { () throws(PostgresError) in
            _ = try Connection(settings)
        }
    }
}
