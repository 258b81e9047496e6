import Postgres
import Vocabulary

/// Work that comes back: what to run, how often, and how much one run does at most.
///
/// Several servers run the same jobs side by side: a job's own SQL (`FOR UPDATE SKIP LOCKED`)
/// keeps them off each other's rows. One server never runs a job twice at a time.
package struct Job: Sendable {
    /// What logs, metrics and `nudge` call it.
    package let name: String
    /// From the end of a run to the next one.
    package let everyMilliseconds: Int64
    /// Up to so much more, by chance, so that several servers do not ask at the same moment.
    package let jitterMilliseconds: Int64
    /// A run that finished so many things may have left some: the next follows at once.
    package let batch: Int
    /// The job that has work after a run which finished something: it is nudged.
    package let next: String?
    /// Does what is due at a moment and answers how many things it finished; what it looked at
    /// without finishing it does not count.
    package let run: @Sendable (Instant) async throws -> Int

    /// - Parameter jitterMilliseconds: a tenth of the pause unless said otherwise.
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
    /// How many things were finished, or why the run failed.
    package let result: Result<Int, any Error>
    /// Runs that failed one after the other, this one included.
    package let failures: Int
    /// Until the next run, unless it is nudged.
    package let pauseMilliseconds: Int64

    /// What kind of error ended it: of the database's errors what may reach anyone, of others their
    /// type, because a text may hold anything.
    package var errorKind: String? {
        guard case .failure(let error) = result else { return nil }
        let kind = String(describing: type(of: error))
        return (error as? PostgresError).map { "\(kind): \($0)" } ?? kind
    }
}
