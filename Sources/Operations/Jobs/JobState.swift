import Vocabulary

/// How a job ran last, in whichever process that was, and when it runs next.
package struct JobState: Sendable, Equatable {
    package let name: String
    /// Which process ran it: machine and process number.
    package var process: String
    package var startedAt: Instant
    package var endedAt: Instant
    /// How many things its runs finished; what is noted is added to what was noted before.
    package var finished: Int64
    /// Runs of the process that failed one after the other.
    package var failures: Int
    package var failure: Failure?
    package var dueAt: Instant

    /// The last one, which stays known when the job works again.
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
