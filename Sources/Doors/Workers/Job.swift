import JSON
import Postgres
import Vocabulary

/// Recurring work, with its interval and its batch.
///
/// Several servers run the same jobs: each skips rows that another has locked (`SKIP LOCKED`) or
/// leased, or finds their work done. One server never runs a job twice at the same time.
package struct Job: Sendable {
    /// Its name in logs, in metrics and for `requestRun`.
    package let name: String
    /// The pause from the end of a run to the next one.
    package let everyMilliseconds: Int64
    /// The most that chance adds to the pause, so that several servers do not query at the same
    /// moment.
    package let jitterMilliseconds: Int64
    /// A run that handled this many things may have left some, so the next run follows at once.
    package let batch: Int
    /// The job to run next after a run that handled something, because it then has work.
    package let next: String?
    /// Does the work that is due at a moment, and returns the number of things that it handled. A
    /// thing that is still due does not count: the next run follows a full one at once.
    package let run: @Sendable (Instant) async throws -> Int

    /// - Parameter jitterMilliseconds: a tenth of the pause by default.
    package init(
        name: String, everyMilliseconds: Int64, jitterMilliseconds: Int64? = nil, batch: Int = 100,
        next: String? = nil, run: @escaping @Sendable (Instant) async throws -> Int
    ) {
        self.name = name
        self.everyMilliseconds = max(1, everyMilliseconds)
        self.jitterMilliseconds = max(0, jitterMilliseconds ?? everyMilliseconds / 10)
        self.batch = max(1, batch)
        self.next = next
        self.run = run
    }
}

/// One run of a job, for the log and the metrics.
package struct JobRun: Sendable {
    package let job: String
    package let startedAt: Instant
    package let microseconds: Int64
    /// The number of handled things, or the error that ended the run.
    package let result: Result<Int, any Error>
    /// Consecutive failed runs, including this one.
    package let failures: Int
    /// The pause until the next run, unless a run of the job is requested.
    package let pauseMilliseconds: Int64

    /// The kind of the error. A database error and an unreadable stored value include their
    /// descriptions, which may reach anyone; any other error shows only its type, because its text
    /// may contain anything.
    package var errorKind: String? {
        guard case .failure(let error) = result else { return nil }
        let kind = String(describing: type(of: error))
        switch error {
        case let error as PostgresError: return "\(kind): \(error)"
        case let error as StoredValueError: return "\(kind): \(error)"
        case let error as StoredDocumentError: return "\(kind): \(error)"
        default: return kind
        }
    }
}
