import Postgres
import Threads

/// Counts the transactions that Postgres ended because of a deadlock. The database runs them again,
/// so that their callers see no failure.
package final class DeadlockCount: Sendable {
    private let count = Locked(0)

    package init() {}

    package var value: Int { count.withLock { $0 } }

    package func record(_ event: Database.Event) {
        if event == .retried(sqlstate: "40P01") { count.withLock { $0 += 1 } }
    }
}
