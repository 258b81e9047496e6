import Operations
import Postgres

/// Writes down in the database how a worker's jobs run.
///
/// Unchecked because the diaries are guarded by the lock; each is used by its own job's task alone.
package final class JobRecorder: @unchecked Sendable {
    private let database: Database
    private let process: String
    private let lock = Lock()
    private var diaries: [String: JobDiary] = [:]

    /// - Parameter process: what tells this process from others.
    package init(database: Database, process: String) {
        self.database = database
        self.process = process
    }

    /// Notes a run, if it is one that is written. A database that is away is told of later: the job
    /// itself has said so.
    package func note(_ run: JobRun) async {
        let state = lock.hold { diaries[run.job, default: JobDiary()].add(run, by: process) }
        guard let state, (try? await NoteJob(state: state)(on: database)) != nil else { return }
        lock.hold { diaries[run.job]?.keep(state) }
    }
}
