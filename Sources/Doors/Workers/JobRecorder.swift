import Operations
import Postgres
import Threads

/// Stores the state of a worker's jobs in the database.
///
/// Unchecked because the lock guards the run logs; only its own job's task uses each of them.
package final class JobRecorder: @unchecked Sendable {
    private let database: Database
    private let process: String
    private let lock = Lock()
    private var runLogs: [String: JobRunLog] = [:]

    /// - Parameter process: names this process among others.
    package init(database: Database, process: String) {
        self.database = database
        self.process = process
    }

    /// Stores a run, if its run log selects it. If the database is unavailable, a later run stores
    /// it; the job itself has reported the error.
    package func note(_ run: JobRun) async {
        let state = lock.withLock { runLogs[run.job, default: JobRunLog()].add(run, by: process) }
        guard let state, (try? await RecordJobRun(state: state)(on: database)) != nil else {
            return
        }
        lock.withLock { runLogs[run.job]?.markStored(state) }
    }
}
