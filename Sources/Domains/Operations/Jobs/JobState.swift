import Vocabulary

/// The last run of a job, in any process, and the time of its next run.
package struct JobState: Sendable, Equatable {
    package let name: String
    /// The process that ran it: its host and process number.
    package var process: String
    package var startedAt: Instant
    package var endedAt: Instant
    /// The number of items that its runs finished since the last record; storing the state adds
    /// this to the stored number.
    package var finished: Int64
    /// Consecutive runs of the process that failed.
    package var failures: Int
    package var failure: Failure?
    package var dueAt: Instant

    /// The last failure, which stays visible when the job works again.
    package struct Failure: Sendable, Equatable {
        package let at: Instant
        /// The kind of error; never a value.
        package let error: String

        package init(at: Instant, error: String) {
            self.at = at
            self.error = error
        }
    }

    package init(
        name: String, process: String, startedAt: Instant, endedAt: Instant, finished: Int64,
        failures: Int, failure: Failure?, dueAt: Instant
    ) {
        self.name = name
        self.process = process
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.finished = finished
        self.failures = failures
        self.failure = failure
        self.dueAt = dueAt
    }
}
