/// Decides when a job runs again: a rule without a clock.
package struct JobSchedule: Sendable {
    /// Consecutive failed runs.
    package private(set) var failures = 0
    /// Consecutive full runs without a pause.
    private var fullRuns = 0

    package init() {}

    /// A failing job runs less often, but often enough to notice that it works again.
    package static let backoffMillisecondsMax: Int64 = 300_000
    /// The longest pause of a failing job, in intervals of the job: work due in a second must not
    /// wait for minutes once it can run.
    package static let backoffFactorMax: Int64 = 5
    /// A job whose runs are all full pauses now and then: it may count things that it cannot
    /// finish.
    package static let fullRunsMax = 100

    /// The pause before the first run, so that servers that start together do not query together.
    package func firstPause(of job: Job, random: UInt64) -> Int64 {
        Self.jitter(of: job, random: random)
    }

    /// Returns the pause in milliseconds before the next run.
    ///
    /// - Parameter finished: the number of things that the run handled; nil if it failed.
    package mutating func pause(of job: Job, afterFinishing finished: Int?, random: UInt64) -> Int64
    {
        let jitter = Self.jitter(of: job, random: random)
        guard let finished else {
            fullRuns = 0
            failures += 1
            let longest = max(
                job.everyMilliseconds,
                min(Self.backoffMillisecondsMax, Self.backoffFactorMax * job.everyMilliseconds))
            var pause = job.everyMilliseconds
            for _ in 0..<failures where pause < longest { pause = min(longest, pause * 2) }
            return pause + jitter
        }
        failures = 0
        fullRuns = finished >= job.batch ? fullRuns + 1 : 0
        if fullRuns > 0, fullRuns < Self.fullRunsMax { return 0 }
        fullRuns = 0
        return job.everyMilliseconds + jitter
    }

    private static func jitter(of job: Job, random: UInt64) -> Int64 {
        Int64(random % UInt64(job.jitterMilliseconds + 1))
    }
}
