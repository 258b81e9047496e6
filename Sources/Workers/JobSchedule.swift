/// When a job runs again: a rule without a clock.
package struct JobSchedule: Sendable {
    /// Runs that failed one after the other.
    package private(set) var failures = 0
    /// Full runs that followed each other without a pause.
    private var fullRuns = 0

    package init() {}

    /// A job that fails is asked less often, but still often enough to see that it works again.
    package static let backoffMillisecondsMax: Int64 = 300_000
    /// Nor so much less often that what was to be done in a second waits for minutes once it can be.
    package static let backoffFactorMax: Int64 = 5
    /// A job whose runs are all full pauses now and then: it may count what it cannot finish.
    package static let fullRunsMax = 100

    /// The pause before the first run: servers that start together do not ask together.
    package func firstPause(of job: Job, random: UInt64) -> Int64 {
        Self.jitter(of: job, random: random)
    }

    /// - Parameter finished: how many things the run finished; nothing when it failed.
    /// - Returns: milliseconds.
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
