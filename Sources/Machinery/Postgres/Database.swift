import Threads

/// Access to Postgres: a pool of connections, each with a thread that runs transaction bodies.
package final class Database: Sendable {
    /// For transactions, and for statements with a round trip of their own.
    private let pool: Pool
    /// For statements that share round trips. These connections are few, so that many statements
    /// wait for each one. Reads share round trips with writes, because separate round trips were
    /// half as full.
    private let sharers: Pool

    /// Connects in the background: the first requests wait for a connection as usual.
    package init(_ settings: Settings) {
        let sharing = Database.sharingConnections
        if settings.connections < 3 * sharing {
            pool = Pool(settings)
            sharers = pool
        } else {
            pool = Pool(settings, connections: settings.connections - sharing)
            var brief = settings
            brief.retriesOnOtherPool = true
            // These statements find rows by their keys. A sequential scan that was planned while a
            // table was small would stay cached for long, and go unnoticed in a foreign key check.
            brief.parameters["enable_seqscan"] = "off"
            // Planning each statement for its number of input rows took a tenth of the machine.
            brief.parameters["plan_cache_mode"] = "force_generic_plan"
            brief.lockTimeoutMilliseconds = min(
                settings.lockTimeoutMilliseconds, Database.sharedLockMilliseconds)
            sharers = Pool(brief, connections: sharing)
        }
        for pool in pools { pool.start() }
    }

    /// While one connection commits, the other collects statements. Of 1, 2, 3, 4 and 8
    /// connections, two used two cores best without making all callers wait for one slow statement.
    private static let sharingConnections = 2

    /// The lock timeout of statements that share a commit, because the others of the round trip
    /// wait as well. After this timeout a statement runs again alone.
    private static let sharedLockMilliseconds = 100

    private var pools: [Pool] { sharers === pool ? [pool] : [pool, sharers] }

    deinit {
        for pool in pools { pool.close() }
    }

    /// Runs one statement as its own transaction in one round trip, the hot path.
    ///
    /// Throws `PostgresError`. Retries a serialization failure or deadlock at most three times.
    /// With `groupCommit`, the statement may share its commit with statements of other callers.
    @discardableResult
    package func run(_ query: Query, groupCommit: GroupCommit? = nil) async throws -> [Row] {
        try await rows(query, groupCommit).list
    }

    /// Runs one statement and returns the number of rows that it wrote or found.
    @discardableResult
    package func count(_ query: Query, groupCommit: GroupCommit? = nil) async throws -> Int {
        try await rows(query, groupCommit).affected
    }

    /// Runs a batch statement for this input and for the inputs of other callers that wait.
    ///
    /// The values are not checked before they are sent: the server refuses values that it cannot
    /// store.
    ///
    /// - Returns: the rows of this input.
    @discardableResult
    package func run(_ input: some BatchStatement) async throws -> [Row] {
        try await output(.batch(BatchInput(input)), input.groupCommit).rows.list
    }

    /// Runs a batch transaction for this input and for the inputs of other callers that wait.
    package func run<Input: BatchTransaction>(_ input: Input) async throws -> Input.Answer {
        let output = try await output(.batch(BatchInput(input)), input.groupCommit)
        guard case .answer(let answer) = output, let answer = answer as? Input.Answer else {
            throw Work.noResult
        }
        return answer
    }

    private func rows(_ query: Query, _ groupCommit: GroupCommit?) async throws -> CallerRows {
        try query.check()
        return try await output(.query(query), groupCommit).rows
    }

    private func output(_ order: StatementWork.Order, _ groupCommit: GroupCommit?) async throws
        -> StatementWork.Output
    {
        guard let groupCommit else { return try await output(order, nil, pool) }
        do {
            return try await output(order, groupCommit, sharers)
        } catch PostgresError.lockTimeout where sharers !== pool {
            return try await output(order, nil, pool)
        } catch PostgresError.outcomeUnknown where groupCommit.isReading {
            return try await output(order, nil, pool)
        }
    }

    private func output(
        _ order: StatementWork.Order, _ groupCommit: GroupCommit?, _ pool: Pool
    ) async throws -> StatementWork.Output {
        try await withReceiver { waiting in
            pool.submit(StatementWork(order, groupCommit, at: monotonicMicroseconds(), waiting))
        }
    }

    /// Runs a body of statements as one transaction.
    ///
    /// The body runs on a connection's thread and cannot await, so no other work happens under a
    /// lock. It must have no effects outside the transaction, because it may run again: up to three
    /// times after serialization failures and deadlocks, and once each after a prepared statement
    /// became invalid and after the connection was lost before a commit. An error that it throws
    /// rolls back and reaches the caller.
    package func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await withReceiver { waiting in
            pool.submit(TransactionWork(at: monotonicMicroseconds(), waiting, body))
        }
    }

    /// Refuses new work, and finishes waiting and running work unless the database is unreachable.
    /// The last connections may close a moment after it returns.
    package func close() async {
        for pool in pools { pool.close() }
        for pool in pools { await pool.ended() }
    }

    /// The state of the pool at this moment, for readiness and metrics.
    package var status: Status {
        pools.dropFirst().reduce(pool.status) { $0 + $1.status }
    }
}

extension Database {
    /// Connects once, or throws `unavailable` or `serverTooOld` with a description of one line.
    package static func check(_ settings: Settings) async throws(PostgresError) {
        try await onOwnThread("postgres check") { () throws(PostgresError) in
            _ = try Connection(settings)
        }
    }
}
