/// The way to Postgres: a pool of connections, each with a thread that runs transaction bodies.
package final class Database: Sendable {
    /// For transactions, and statements that go alone.
    private let pool: Pool
    /// For statements that share flights. Their connections are few, so that those who wait for one
    /// are many; reads ride along with writes, because apart both flights were half as full.
    private let sharers: Pool

    /// Connects in the background: the first requests wait for it as for any connection.
    package init(_ settings: Settings) {
        let sharing = Database.sharingConnections
        if settings.connections < 3 * sharing {
            pool = Pool(settings)
            sharers = pool
        } else {
            pool = Pool(settings, connections: settings.connections - sharing)
            var brief = settings
            brief.goesOnElsewhere = true
            // Their statements go by keys; a plan that was made while a table was small is kept for
            // long, and for a foreign key's check nobody would see it.
            brief.parameters["enable_seqscan"] = "off"
            // Planning for so many rows as there are in each took a tenth of the machine.
            brief.parameters["plan_cache_mode"] = "force_generic_plan"
            brief.lockTimeoutMilliseconds = min(
                settings.lockTimeoutMilliseconds, Database.sharedLockMilliseconds)
            sharers = Pool(brief, connections: sharing)
        }
        for pool in pools { pool.start() }
    }

    /// While one commits the other fills. Of 1, 2, 3, 4 and 8 two made the most of two cores without
    /// everybody waiting for one slow statement.
    private static let sharingConnections = 2

    /// How long statements that share a commit wait for a lock; who waits longer goes on alone.
    /// Their neighbours wait with them.
    private static let sharedLockMilliseconds = 100

    private var pools: [Pool] { sharers === pool ? [pool] : [pool, sharers] }

    deinit {
        for pool in pools { pool.close() }
    }

    /// Runs one statement as its own transaction: one round trip, the hot path.
    ///
    /// Throws `PostgresError`. A serialisation failure or deadlock is tried again, three times at most.
    /// With `sharing` it may share its commit with statements of other callers.
    @discardableResult
    package func run(_ query: Query, sharing: Sharing? = nil) async throws -> [Row] {
        try await rows(query, sharing).list
    }

    /// Runs one statement and gives how many rows it wrote, or found.
    @discardableResult
    package func count(_ query: Query, sharing: Sharing? = nil) async throws -> Int {
        try await rows(query, sharing).affected
    }

    /// Runs a statement that takes many inputs at once, with those of other callers who wait.
    ///
    /// Its values are not looked at before they go out: the server refuses what it cannot store.
    ///
    /// - Returns: the rows of this input.
    @discardableResult
    package func run(_ input: some Joint) async throws -> [Row] {
        try await rows(.joint(JointInput(input)), input.sharing).list
    }

    private func rows(_ query: Query, _ sharing: Sharing?) async throws -> Share {
        try query.check()
        return try await rows(.query(query), sharing)
    }

    private func rows(_ order: StatementWork.Order, _ sharing: Sharing?) async throws -> Share {
        guard let sharing else { return try await rows(order, nil, pool) }
        do {
            return try await rows(order, sharing, sharers)
        } catch PostgresError.lockTimeout where sharers !== pool {
            return try await rows(order, nil, pool)
        } catch PostgresError.outcomeUnknown where sharing.isReading {
            return try await rows(order, nil, pool)
        }
    }

    private func rows(
        _ order: StatementWork.Order, _ sharing: Sharing?, _ pool: Pool
    ) async throws -> Share {
        try await handedOver { waiting in
            pool.submit(StatementWork(order, sharing, at: monotonicMicroseconds(), waiting))
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
        for pool in pools { pool.close() }
        for pool in pools { await pool.ended() }
    }

    /// The pool at this moment, for readiness and metrics.
    package var status: Status {
        pools.dropFirst().reduce(pool.status) { $0 + $1.status }
    }

    package struct Status: Sendable, Equatable {
        package var idle: Int
        package var busy: Int
        package var down: Int
        package var queued: Int

        fileprivate static func + (one: Status, other: Status) -> Status {
            Status(
                idle: one.idle + other.idle, busy: one.busy + other.busy,
                down: one.down + other.down, queued: one.queued + other.queued)
        }
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
