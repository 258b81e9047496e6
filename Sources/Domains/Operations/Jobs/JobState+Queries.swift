import Merchants
import Postgres
import Vocabulary

extension JobState {
    /// Stores the result of a run: adds up what it finished, and keeps an older failure.
    var note: Query {
        """
        INSERT INTO jobs (name, process, started_at, ended_at, finished, failures, failed_at, error,
            due_at)
        VALUES (\(name), \(process), \(startedAt), \(endedAt), \(finished), \(Int64(failures)),
            \(failure?.at), \(failure?.error), \(dueAt))
        ON CONFLICT (name) DO UPDATE SET process = excluded.process,
            started_at = excluded.started_at, ended_at = excluded.ended_at,
            finished = jobs.finished + excluded.finished, failures = excluded.failures,
            failed_at = coalesce(excluded.failed_at, jobs.failed_at),
            error = coalesce(excluded.error, jobs.error), due_at = excluded.due_at
        """
    }

    /// Selects a row for each job that has ever run; a renamed or removed job leaves its row.
    static let all: Query = """
        SELECT name, process, started_at, ended_at, finished, failures, failed_at, error, due_at
        FROM jobs ORDER BY name
        """

    init(row: Row) throws {
        let failures: Int64 = try row.get("failures")
        let failedAt: Instant? = try row.get("failed_at")
        let error: String? = try row.get("error")
        self.init(
            name: try row.get("name"), process: try row.get("process"),
            startedAt: try row.get("started_at"), endedAt: try row.get("ended_at"),
            finished: try row.get("finished"), failures: Int(failures),
            failure: failedAt.flatMap { at in error.map { Failure(at: at, error: $0) } },
            dueAt: try row.get("due_at"))
    }
}
