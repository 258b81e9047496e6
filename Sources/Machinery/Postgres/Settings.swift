extension Database {
    /// The address of the database, and all limits.
    package struct Settings: Sendable {
        /// A libpq connection string or URI; libpq's environment supplies missing parts.
        package var connection: String
        /// Threads, each with one connection. Eight was the best of 4, 8 and 16 on two cores.
        package var connections = 8
        /// Requests that may wait for a connection; any further one is refused at once.
        package var queueMax = 1024
        /// The time for which a request waits for a connection.
        package var poolWaitMilliseconds = 2000
        /// The timeout for one host; libpq waits at least 2 s, then tries the next host.
        package var connectTimeoutSeconds = 2
        package var statementTimeoutMilliseconds = 5000
        package var lockTimeoutMilliseconds = 2000
        /// A stopped process must not hold locks forever.
        package var idleInTransactionTimeoutMilliseconds = 10_000
        /// Silence beyond the statement timeout after which a connection counts as lost.
        package var silenceGraceMilliseconds = 5000
        /// Prepared statements per connection; the least recently used one is evicted.
        package var preparedMax = 256
        package var applicationName = "paysheet"
        /// More server parameters for each session.
        package var parameters: [String: String] = [:]
        /// Called with events for the operator, on the pool's threads; must be quick.
        package var notify: @Sendable (Event) -> Void = { _ in }

        /// For tests of crashes, nil otherwise: called before each round trip is sent and after
        /// each commit, on the pool's threads. An error that it returns ends the work there.
        package var interrupt: (@Sendable (InterruptPoint) -> PostgresError?)?

        /// True if another pool retries a statement that ran into the lock timeout.
        var retriesOnOtherPool = false

        package init(_ connection: String) { self.connection = connection }
    }

    /// The points at which a transaction or a single statement can be interrupted.
    package enum InterruptPoint: Sendable {
        /// Before statements are sent; none of them will be stored.
        case sending
        /// Before the commit is sent with the last statements; nothing will be stored.
        case committing
        /// After the commit, before the caller gets the result.
        case committed
    }

    /// Events of connections, for logs and metrics.
    package enum Event: Sendable, Equatable {
        case connected
        case connectFailed(String)
        case lost(String)
        /// A transaction or statement runs again because of this SQLSTATE.
        case retried(sqlstate: String)
    }
}
