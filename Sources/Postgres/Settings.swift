extension Database {
    /// Where the database is, and every limit on the way there.
    package struct Settings: Sendable {
        /// A libpq connection string or URI; what it leaves out comes from libpq's environment.
        package var connection: String
        /// Threads, each with one connection. Eight was the best of 4, 8 and 16 on two cores.
        package var connections = 8
        /// Requests that wait for a connection; one more is refused at once.
        package var queueMax = 1024
        /// How long a request waits for a connection.
        package var poolWaitMilliseconds = 2000
        /// To reach one host; libpq waits at least 2 s, and goes on to the next host then.
        package var connectTimeoutSeconds = 2
        package var statementTimeoutMilliseconds = 5000
        package var lockTimeoutMilliseconds = 2000
        /// A stopped process must not hold locks for ever.
        package var idleInTransactionTimeoutMilliseconds = 10_000
        /// Silence beyond the statement limit after which a connection counts as lost.
        package var silenceGraceMilliseconds = 5000
        /// Prepared statements a connection keeps; the one longest unused makes room.
        package var preparedMax = 256
        package var applicationName = "paysheet"
        /// More server parameters for each session.
        package var parameters: [String: String] = [:]
        /// Told of what an operator wants to know; called on the pool's threads, must be quick.
        package var notify: @Sendable (Event) -> Void = { _ in }

        /// For tests of what a crash leaves behind, nothing otherwise: asked before each flight goes out and
        /// after each commit, on the pool's threads. The error that it gives ends the work there.
        package var interrupt: (@Sendable (Moment) -> PostgresError?)?

        /// Whether a statement that ran into the lock's limit is tried again by another pool.
        var goesOnElsewhere = false

        package init(_ connection: String) { self.connection = connection }
    }

    /// Where a transaction, or a statement that is one by itself, can be broken off.
    package enum Moment: Sendable {
        /// Before statements go out; nothing of them will be kept.
        case sending
        /// Before the commit goes out with the last statements; nothing will be kept.
        case committing
        /// All is kept, and nobody has been told.
        case committed
    }

    /// What happens to connections, for logs and metrics.
    package enum Event: Sendable, Equatable {
        case connected
        case connectFailed(String)
        case lost(String)
        /// A transaction or statement runs again, for this SQLSTATE.
        case retried(sqlstate: String)
    }
}
